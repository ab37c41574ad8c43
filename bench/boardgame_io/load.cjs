// The same load as server_load.py: a decision is due at even distances, and measured until all four have its update.
// Each line of the standard input asks for a rate, and is answered with the times that were taken.
const { createInterface } = require("node:readline");
const { io } = require("socket.io-client");

const [port, tables, seconds] = process.argv.slice(2).map(Number);
const PLAYERS = 4;
const now = () => performance.now();

class Table {
  constructor(number) {
    this.id = `table${number}`;
    this.states = Array(PLAYERS).fill(-1);
    this.current = "0";
    this.waiting = [];
    this.target = 0; // the state that all must have seen; 0: nothing is under way
    this.sockets = Array.from({ length: PLAYERS }, (_, seat) => this.connect(seat));
  }

  connect(seat) {
    const socket = io(`http://127.0.0.1:${port}/gap`, { transports: ["websocket"], forceNew: true });
    socket.on("connect", () => socket.emit("sync", this.id, String(seat), undefined, PLAYERS));
    socket.on("sync", (_, info) => this.heard(seat, info.state));
    socket.on("update", (_, state) => this.heard(seat, state));
    return socket;
  }

  heard(seat, state) {
    this.states[seat] = state._stateID;
    this.current = state.ctx.currentPlayer;
    if (this.target && Math.min(...this.states) >= this.target) {
      Table.taken.push(now() - this.due);
      this.target = 0;
      if (this.waiting.length) this.decide(this.waiting.shift());
    }
  }

  decide(due) {
    if (this.target) return this.waiting.push(due);
    const last = this.states[0];
    this.due = due;
    this.target = last + 1;
    const payload = { type: "play", args: [0], playerID: this.current };
    const socket = this.sockets[Number(this.current)];
    return socket.emit("update", { type: "MAKE_MOVE", payload }, last, this.id, this.current);
  }
}
Table.taken = [];

const sleep = (millis) => new Promise((done) => setTimeout(done, millis));

async function drive(all, rate) {
  Table.taken = [];
  const began = now();
  for (let count = 0; now() < began + seconds * 1000; await sleep(1)) {
    for (; count < ((now() - began) / 1000) * rate; count += 1) {
      all[count % all.length].decide(began + (count / rate) * 1000);
    }
  }
  for (const table of all) table.waiting = [];
  for (let patience = 0; patience < 100 && all.some((table) => table.target); patience += 1) await sleep(50);
  return Table.taken.sort((a, b) => a - b);
}

async function main() {
  const all = [];
  for (let number = 0; number < tables; number += 1) {
    all.push(new Table(number));
    while (Math.min(...all[number].states) < 0) await sleep(2);
  }
  for await (const rate of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(await drive(all, Number(rate))));
  }
  process.exit(0);
}

main();
