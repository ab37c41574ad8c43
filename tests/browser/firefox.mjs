#!/usr/bin/env node
// Debian's Firefox for playwright-core: it answers WebDriver BiDi itself, but an ESR does not know the newest commands,
// which set what no test of ours needs. Between the two stands this program and answers those with nothing.
import { spawn } from "node:child_process";
import { WebSocket, WebSocketServer } from "ws";

const LISTENS = /WebDriver BiDi listening on (ws:\/\/\S+)/;
const firefox = spawn(process.env.FIREFOX ?? "/usr/bin/firefox-esr", process.argv.slice(2), { stdio: ["inherit", "inherit", "pipe"] });
firefox.on("exit", (code) => process.exit(code ?? 1));
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => firefox.kill(signal));

let said = "";
firefox.stderr.on("data", (chunk) => {
  const known = LISTENS.test(said);
  said += chunk;
  const found = LISTENS.exec(said);
  if (found && !known) stand(found[1]);
});

/** Every connection to us is one to Firefox. */
function stand(there) {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" }, () => process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`));
  server.on("connection", (client, { url }) => {
    const line = new WebSocket(there + url, { perMessageDeflate: false });
    const waiting = [];
    client.on("message", (data) => (line.readyState === WebSocket.OPEN ? line.send(String(data)) : waiting.push(String(data))));
    line.on("open", () => waiting.splice(0).forEach((text) => line.send(text)));
    line.on("message", (data) => client.send(forgiven(String(data))));
    line.on("close", () => client.close());
    client.on("close", () => line.close());
  });
}

function forgiven(text) {
  const { id, type, error } = JSON.parse(text);
  return type === "error" && error === "unknown command" ? JSON.stringify({ type: "success", id, result: {} }) : text;
}
