//! A client that speaks HTTP to a running `skirmish serve` over plain TCP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// The longest time that a test waits for a response.
const LONG: Duration = Duration::from_secs(120);

/// A running server, and its folder.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) port: u16,
    pub(crate) token: String,
    pub(crate) desk: TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        // The server may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    /// Starts a server for these files in the folder `desk`. `files` may also contain other words of the
    /// command line.
    pub(crate) fn of(desk: TempDir, files: &[&str]) -> Self {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"))
            .current_dir(desk.path())
            .args(["serve", "--no-open", "--quiet"])
            .args(files)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let out = child.stdout.as_mut().expect("it is piped");
        BufReader::new(out)
            .read_line(&mut line)
            .expect("an address");
        let rest = line
            .trim()
            .strip_prefix("http://127.0.0.1:")
            .expect("an address");
        let (port, token) = rest.split_once('/').expect("a token");
        Self {
            child,
            port: port.parse().expect("a port"),
            token: token.trim_end_matches('/').to_owned(),
            desk,
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.desk.path().join(name)
    }

    /// Sends a request, and returns the open connection. The response can be read from it.
    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(LONG)).expect("a time");
        let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        let host = format!("127.0.0.1:{}", self.port);
        let length = body.len().to_string();
        let own = [
            ("Host", host.as_str()),
            ("Content-Type", "application/json"),
            ("Content-Length", length.as_str()),
        ];
        for (name, value) in own
            .iter()
            .filter(|(name, _)| headers.iter().all(|(other, _)| other != name))
            .chain(headers)
        {
            for part in [name, ": ", value, "\r\n"] {
                text.push_str(part);
            }
        }
        text.push_str("\r\n");
        text.push_str(body);
        // The server may refuse a long body before it has received all of it.
        let _ = stream.write_all(text.as_bytes());
        stream
    }

    pub(crate) fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Response {
        let mut bytes = Vec::new();
        let _ = self
            .send(method, path, headers, body)
            .read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        Response {
            status: status.unwrap_or_default(),
            head: head.to_owned(),
            body: if chunked {
                joined(body)
            } else {
                body.to_owned()
            },
        }
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        self.request("GET", &format!("/{}/{path}", self.token), &[], "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Response {
        self.request(
            "POST",
            &format!("/{}/api/{path}", self.token),
            &[],
            &body.to_string(),
        )
    }

    /// Asks the server to play, and returns all events of this run.
    pub(crate) fn play(&self, body: &Value) -> Vec<(String, Value)> {
        self.stream("play", body)
    }

    /// Sends a request, and returns all events that the server sends in response.
    pub(crate) fn stream(&self, path: &str, body: &Value) -> Vec<(String, Value)> {
        let response = self.post(path, body);
        assert_eq!(response.status, 200, "{}", response.body);
        events(&response.body)
    }
}

/// Joins the pieces of a body with the transfer encoding `chunked`.
fn joined(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 || rest.len() < size {
            break;
        }
        whole.push_str(&rest[..size]);
        body = rest[size..].strip_prefix("\r\n").unwrap_or("");
    }
    whole
}

fn events(body: &str) -> Vec<(String, Value)> {
    let event = |text: &str| {
        let line = |key: &str| {
            text.lines()
                .find_map(|line| line.strip_prefix(key))
                .map(str::trim)
        };
        Some((
            line("event:")?.to_owned(),
            serde_json::from_str(line("data:")?).ok()?,
        ))
    };
    body.split("\n\n").filter_map(event).collect()
}

/// A response of the server.
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}
