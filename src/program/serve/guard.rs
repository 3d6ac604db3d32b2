//! Decides which requests are answered: those of programs on this machine that know the token. Requests by
//! pages of other sites are refused.
//!
//! A page of another site can make the browser send requests to this machine. Every request has to pass three
//! checks, which such requests fail. First, the address of the request must contain the token. The other page
//! cannot read the token. Second, the header `Origin`, which the browser sends and a page cannot choose, must
//! name this server. Third, the header `Host` must name this server. A request to another host name does not
//! pass, even if that name resolves to this machine.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use super::desk::Desk;

/// Content security policy of the page. The page may use only its own scripts and style sheets, and may send
/// requests only to this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Refuses requests that do not come from the page. Adds headers to every response that forbid the browser
/// everything that the page does not need.
pub(super) async fn guard(State(desk): State<Arc<Desk>>, request: Request, next: Next) -> Response {
    let mut response = match refused(&desk, &request) {
        Some(why) => (StatusCode::FORBIDDEN, format!("{why}\n")).into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::CACHE_CONTROL, "no-store"),
        (
            header::HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
        (
            header::HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Returns the reason why a request is refused. Returns `None` if it is accepted.
fn refused(desk: &Desk, request: &Request) -> Option<&'static str> {
    let headers = request.headers();
    let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", desk.port));
    if !text(headers, header::HOST).is_some_and(|host| hosts.iter().any(|own| own == host)) {
        return Some("this server answers only under its own address");
    }
    if headers.contains_key(header::ORIGIN) {
        let origin = text(headers, header::ORIGIN);
        let is_own = |origin: &str| hosts.iter().any(|host| origin == format!("http://{host}"));
        if !origin.is_some_and(is_own) {
            return Some("this request comes from another page");
        }
    }
    let mut parts = request.uri().path().split('/');
    let token = parts.nth(1).unwrap_or_default();
    if !same(token, &desk.token) {
        return Some("the address lacks the token: use the one that `skirmish serve` has printed");
    }
    // A form on another site's page could send text to this server, but no JSON.
    let is_json =
        text(headers, header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    match *request.method() {
        Method::GET | Method::HEAD => None,
        Method::POST if is_json => None,
        _ => Some("only JSON is accepted"),
    }
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    let mut all = headers.get_all(name).iter();
    let only = all.next().filter(|_| all.next().is_none())?;
    only.to_str().ok()
}

/// Returns whether two tokens are equal. The time that this takes does not reveal how many characters are
/// equal.
fn same(one: &str, other: &str) -> bool {
    Sha256::digest(one) == Sha256::digest(other)
}
