// Requests to the server. Addresses are relative, so the token of the page's own address stays in all of them.

export const tab = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const post = (path, body, signal) =>
  fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });

async function failure(response) {
  try {
    return (await response.json()).message;
  } catch {
    return `the server says ${response.status}`;
  }
}

export async function ask(path, body, signal) {
  const response = await post(path, body, signal);
  if (!response.ok) throw new Error(await failure(response));
  return response.json();
}

export async function get(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`the server says ${response.status}`);
  return response.json();
}

export async function file(path, body) {
  const response = await post(path, body);
  if (!response.ok) throw new Error(await failure(response));
  const name = /filename="([^"]*)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? "skirmish";
  return { name, content: await response.blob() };
}

// Reads the events that the server pushes until the end: `heard` gets the name and the data of each.
export async function stream(path, body, signal, heard) {
  const response = await post(path, body, signal);
  if (!response.ok) throw new Error(await failure(response));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += value;
    let end;
    while ((end = rest.indexOf("\n\n")) >= 0) {
      const lines = rest.slice(0, end).split("\n");
      rest = rest.slice(end + 2);
      const of = (key) => lines.filter((line) => line.startsWith(`${key}:`)).map((line) => line.slice(key.length + 1).trimStart());
      const data = of("data").join("\n");
      if (data && !signal.aborted) heard(of("event")[0] ?? "message", JSON.parse(data));
    }
  }
}
