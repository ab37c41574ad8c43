// A game of like size for boardgame.io: four players, fifty cards, six in hand, four in the row, hidden hands and deck.
const { Server, Origins, FlatFile } = require("boardgame.io/server");
const { PlayerView } = require("boardgame.io/core");

const HAND = 6;

function deal(ctx, random) {
  const cards = random.Shuffle(Array.from({ length: 50 }, (_, card) => `${Math.floor(card / 5)}${"rgbyp"[card % 5]}`));
  const players = {};
  for (const player of ctx.playOrder) players[player] = { hand: cards.splice(0, HAND) };
  return { players, row: cards.splice(0, 4), secret: { deck: cards } };
}

// Cards of the row within two numbers are taken; the card played joins the row, which is filled up from the deck.
function play({ G, ctx, playerID, random, events }, place) {
  const [card] = G.players[playerID].hand.splice(place, 1);
  const near = (other) => Math.abs(parseInt(other) - parseInt(card)) <= 2;
  G.taken[playerID].push(...G.row.filter(near));
  G.row = [...G.row.filter((other) => !near(other)), card];
  while (G.row.length < 4 && G.secret.deck.length) G.row.push(G.secret.deck.pop());
  if (ctx.playOrder.every((player) => G.players[player].hand.length === 0)) {
    Object.assign(G, deal(ctx, random), { taken: Object.fromEntries(ctx.playOrder.map((player) => [player, []])) });
  }
  events.endTurn();
}

const gap = {
  name: "gap",
  setup: ({ ctx, random }) => ({
    ...deal(ctx, random),
    taken: Object.fromEntries(ctx.playOrder.map((player) => [player, []])),
  }),
  moves: { play: { move: play, client: false } },
  playerView: PlayerView.STRIP_SECRETS,
};

// In memory, or in files: its own way to keep matches over a restart.
const [port, folder] = process.argv.slice(2);
const db = folder ? { db: new FlatFile({ dir: folder }) } : {};
const server = Server({ games: [gap], origins: [Origins.LOCALHOST], ...db });
server.run({ port: Number(port) }, () => console.log("ready"));
