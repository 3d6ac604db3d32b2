//! The addresses of the server and the functions that answer them. Every address begins with the token.

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

/// Maximum size of a request in bytes. The text of a scenario is far smaller.
const MOST_BYTES: usize = 2 << 20;
/// Number of events that may wait for the page to receive them. If there are more, the run waits.
const WAITING: usize = 4;

const BUSY: &str = "too many runs are in progress";

type SharedDesk = State<Arc<Desk>>;
type Body<T> = Result<Json<T>, JsonRejection>;

/// Returns the router with all addresses of the server.
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

/// Redirects an address without the slash at its end to the one with the slash.
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

/// Answers with the names and files of all scenarios.
async fn scenarios(State(desk): SharedDesk) -> Json<Value> {
    let all = desk.scenarios.iter();
    let all = all.map(|one| json!({ "name": one.name, "file": one.path.display().to_string() }));
    Json(json!({
        "scenarios": all.collect::<Vec<_>>(),
        "version": desk.version.load(Ordering::Relaxed),
        "program": env!("CARGO_PKG_VERSION"),
    }))
}

/// Sends the number of changes of files on the disk as an event: at once, and again after each change.
async fn changes(
    State(desk): SharedDesk,
) -> Sse<impl tokio_stream::Stream<Item = Result<Event, Infallible>>> {
    let now = desk.version.load(Ordering::Relaxed);
    let changes = BroadcastStream::new(desk.changes()).filter_map(Result::ok);
    let all = tokio_stream::once(now).chain(changes);
    let events = all.map(|version| Ok(Event::default().event("version").data(version.to_string())));
    Sse::new(events).keep_alive(KeepAlive::default())
}

/// Plays a draft (an edited version of a scenario) and sends the results as events. The run ends when the
/// page closes the connection.
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

/// Sends the chances at the moments of a fight as events. The run ends when the page closes the connection.
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

/// Starts a run and answers with its events. `name` and `turn` register the run (see [`Desk::begin`]).
async fn streamed(
    desk: &Arc<Desk>,
    (name, turn): (&str, u64),
    run: impl FnOnce(&Job, &mpsc::Sender<Event>) + Send + 'static,
) -> Response {
    let Some(mut job) = desk.begin(name, turn) else {
        return failed(StatusCode::CONFLICT, "a newer change has replaced this one");
    };
    if !job.take_place().await {
        return failed(StatusCode::TOO_MANY_REQUESTS, BUSY);
    }
    let (sender, receiver) = mpsc::channel(WAITING);
    let stop = StopOnDrop(Arc::clone(&job.stop));
    thread::spawn(move || run(&job, &sender));
    let events = ReceiverStream::new(receiver).map(move |event| {
        // The stream owns `stop`. When the page closes the connection, the stream is dropped and the run is
        // stopped.
        let _ = &stop;
        Ok::<_, Infallible>(event)
    });
    Sse::new(events).into_response()
}

/// Answers with the text of a draft and its values as controls.
async fn described(State(desk): SharedDesk, body: Body<controls::Request>) -> Response {
    worked(desk, body, controls::describe).await
}

/// Answers with one fight, told blow by blow.
async fn fought(State(desk): SharedDesk, body: Body<fight::Request>) -> Response {
    let stop = Arc::new(AtomicBool::new(false));
    // When the page closes the connection, this future is dropped and the search for a fight ends.
    let _closed = StopOnDrop(Arc::clone(&stop));
    worked(desk, body, move |desk, ask| fight::fight(desk, ask, &stop)).await
}

/// Answers with the changes of a draft as TOML, as a command and as the text of the scenario.
async fn taken(State(desk): SharedDesk, body: Body<Draft>) -> Response {
    worked(desk, body, save::take).await
}

/// Saves a draft as a file beside the scenario.
async fn saved(State(desk): SharedDesk, body: Body<save::Save>) -> Response {
    worked(desk, body, save::save).await
}

/// Answers with the tables, the workbook or the page of a draft's results, as a file to download.
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
        Err(_) => failed(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal error of skirmish",
        ),
    }
}

/// Stops a run when it is dropped, which happens when the page closes the connection.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs `work` on a thread for blocking tasks and answers with its result.
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
        Err(_) => failed(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal error of skirmish",
        ),
    }
}

fn failed(status: StatusCode, text: &str) -> Response {
    (status, Json(json!({ "message": text }))).into_response()
}

fn rejected(rejection: &JsonRejection) -> Response {
    failed(rejection.status(), &rejection.body_text())
}
