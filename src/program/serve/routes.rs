//! The addresses of the server. All of them begin with the token.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::{BroadcastStream, ReceiverStream};

use super::desk::{Desk, Draft, Job};
use super::{assets, chances, controls, export, fight, guard, play, save};

/// Most bytes of a request: a scenario's text is far smaller.
const MOST_BYTES: usize = 2 << 20;
/// Events that wait for the page before the run waits too.
const WAITING: usize = 4;

const BUSY: &str = "too many runs are under way";

type SharedDesk = State<Arc<Desk>>;
type Body<T> = Result<Json<T>, JsonRejection>;

/// The addresses and what answers there.
pub(super) fn routes(desk: Arc<Desk>) -> Router {
    Router::new()
        .route("/{token}", get(slash))
        .route("/{token}/", get(page))
        .route("/{token}/assets/{name}", get(asset))
        .route("/{token}/api/scenarios", get(scenarios))
        .route("/{token}/api/changes", get(changes))
        .route("/{token}/api/play", post(played))
        .route("/{token}/api/describe", post(described))
        .route("/{token}/api/fight", post(fought))
        .route("/{token}/api/chances", post(chanced))
        .route("/{token}/api/take", post(taken))
        .route("/{token}/api/save", post(saved))
        .route("/{token}/api/export", post(exported))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&desk),
            guard::guard,
        ))
        .with_state(desk)
}

/// The address without its last slash.
async fn slash(Path(token): Path<String>) -> Redirect {
    Redirect::permanent(&format!("/{token}/"))
}

async fn page() -> Html<String> {
    Html(assets::page())
}

async fn asset(Path((_, name)): Path<(String, String)>) -> Response {
    match assets::asset(&name) {
        Some((kind, content)) => ([(header::CONTENT_TYPE, kind)], content).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The scenarios, each with its name and file.
async fn scenarios(State(desk): SharedDesk) -> Json<Value> {
    let all = desk.scenarios.iter();
    let all = all.map(|one| json!({ "name": one.name, "file": one.path.display().to_string() }));
    Json(json!({
        "scenarios": all.collect::<Vec<_>>(),
        "version": desk.version.load(Ordering::Relaxed),
        "program": env!("CARGO_PKG_VERSION"),
    }))
}

/// Changes of the files on the disk, as they happen.
async fn changes(
    State(desk): SharedDesk,
) -> Sse<impl tokio_stream::Stream<Item = Result<Event, Infallible>>> {
    let now = desk.version.load(Ordering::Relaxed);
    let changes = BroadcastStream::new(desk.changes()).filter_map(Result::ok);
    let all = tokio_stream::once(now).chain(changes);
    let events = all.map(|version| Ok(Event::default().event("version").data(version.to_string())));
    Sse::new(events).keep_alive(KeepAlive::default())
}

/// Plays a state of a scenario; the pictures are events. The run ends once the page closes the connection.
async fn played(State(desk): SharedDesk, body: Body<play::Request>) -> Response {
    let Json(ask) = match body {
        Ok(body) => body,
        Err(rejection) => return rejected(&rejection),
    };
    let name = ask.tab.clone();
    let turn = ask.turn;
    let own = Arc::clone(&desk);
    streamed(&desk, (&name, turn), move |job, out| {
        play::play(&own, job, &ask, out);
    })
    .await
}

/// The chances at the moments of a fight, as events. The run ends once the page closes the connection.
async fn chanced(State(desk): SharedDesk, body: Body<chances::Request>) -> Response {
    let Json(ask) = match body {
        Ok(body) => body,
        Err(rejection) => return rejected(&rejection),
    };
    let name = format!("{}, chances", ask.tab);
    let turn = ask.turn;
    let own = Arc::clone(&desk);
    streamed(&desk, (&name, turn), move |job, out| {
        chances::chances(&own, job, &ask, out);
    })
    .await
}

/// The events of a run that is registered under this name with this turn.
async fn streamed(
    desk: &Arc<Desk>,
    (name, turn): (&str, u64),
    run: impl FnOnce(&Job, &mpsc::Sender<Event>) + Send + 'static,
) -> Response {
    let Some(mut job) = desk.begin(name, turn) else {
        return failed(
            StatusCode::CONFLICT,
            "a later change has come before this one",
        );
    };
    if !job.take_place().await {
        return failed(StatusCode::TOO_MANY_REQUESTS, BUSY);
    }
    let (sender, receiver) = mpsc::channel(WAITING);
    let stop = StopOnDrop(Arc::clone(&job.stop));
    thread::spawn(move || run(&job, &sender));
    let events = ReceiverStream::new(receiver).map(move |event| {
        // The stream owns it, and is dropped when the page closes the connection.
        let _ = &stop;
        Ok::<_, Infallible>(event)
    });
    Sse::new(events).into_response()
}

/// The text of a state, and its values as controls.
async fn described(State(desk): SharedDesk, body: Body<controls::Request>) -> Response {
    worked(desk, body, controls::describe).await
}

/// One fight, blow by blow.
async fn fought(State(desk): SharedDesk, body: Body<fight::Request>) -> Response {
    let stop = Arc::new(AtomicBool::new(false));
    // Dropped when the page closes the connection: the search then ends.
    let _closed = StopOnDrop(Arc::clone(&stop));
    worked(desk, body, move |desk, ask| fight::fight(desk, ask, &stop)).await
}

/// The changes as TOML, as a command and as a text.
async fn taken(State(desk): SharedDesk, body: Body<Draft>) -> Response {
    worked(desk, body, save::take).await
}

/// Saves a text as a file beside the scenario.
async fn saved(State(desk): SharedDesk, body: Body<save::Save>) -> Response {
    worked(desk, body, save::save).await
}

/// Tables, workbook or page of a run.
async fn exported(State(desk): SharedDesk, body: Body<export::Request>) -> Response {
    let Json(ask) = match body {
        Ok(body) => body,
        Err(rejection) => return rejected(&rejection),
    };
    let Some(mut job) = desk.begin(&format!("{}, export", ask.tab), 0) else {
        return failed(StatusCode::CONFLICT, BUSY);
    };
    if !job.take_place().await {
        return failed(StatusCode::TOO_MANY_REQUESTS, BUSY);
    }
    let stop = StopOnDrop(Arc::clone(&job.stop));
    let made = tokio::task::spawn_blocking(move || export::export(&desk, &job, &ask)).await;
    drop(stop);
    match made {
        Ok(Ok(file)) => (
            [
                (header::CONTENT_TYPE, file.kind.to_owned()),
                (
                    header::CONTENT_DISPOSITION,
                    format!("attachment; filename=\"{}\"", file.name),
                ),
            ],
            file.bytes,
        )
            .into_response(),
        Ok(Err(text)) => failed(StatusCode::UNPROCESSABLE_ENTITY, &text),
        Err(_) => failed(StatusCode::INTERNAL_SERVER_ERROR, "the program has a fault"),
    }
}

/// Ends a run whose request is dropped, because the page has closed the connection.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Works on a request beside the server.
async fn worked<T: DeserializeOwned + Send + 'static>(
    desk: Arc<Desk>,
    body: Body<T>,
    work: impl FnOnce(&Desk, &T) -> Result<Value, String> + Send + 'static,
) -> Response {
    let Json(ask) = match body {
        Ok(body) => body,
        Err(rejection) => return rejected(&rejection),
    };
    match tokio::task::spawn_blocking(move || work(&desk, &ask)).await {
        Ok(Ok(answer)) => Json(answer).into_response(),
        Ok(Err(text)) => failed(StatusCode::UNPROCESSABLE_ENTITY, &text),
        Err(_) => failed(StatusCode::INTERNAL_SERVER_ERROR, "the program has a fault"),
    }
}

fn failed(status: StatusCode, text: &str) -> Response {
    (status, Json(json!({ "message": text }))).into_response()
}

fn rejected(rejection: &JsonRejection) -> Response {
    failed(rejection.status(), &rejection.body_text())
}
