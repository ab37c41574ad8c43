import { describe, expect, test } from "vitest";
import page from "../../docs/shuffle.md?raw";
import { checkProof, ownPartsKept, type ShuffleProof } from "$web/replay/proof";
import { fromHex, hex, hmac, sha256 } from "$web/table/sha256";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("SHA-256", () => {
  test.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"],
  ])("of %j", (text, digest) => {
    expect(hex(sha256(bytes(text)))).toBe(digest);
  });

  test("a million letters", () => {
    expect(hex(sha256(new Uint8Array(1_000_000).fill(97)))).toBe("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  });

  test("HMAC (RFC 4231, case 2)", () => {
    expect(hex(hmac(bytes("Jefe"), bytes("what do ya want for nothing?")))).toBe(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
  });
});

/** The test vectors of docs/shuffle.md, which Python's tests read too. */
function vectors(): Record<string, unknown> {
  return JSON.parse(page.split("```json\n")[1]?.split("```")[0] ?? "{}") as Record<string, unknown>;
}

describe("the proof of a shuffle", () => {
  const { table, game, secret, commitment } = vectors() as Record<string, string>;
  const part = "11".repeat(32);
  const proof: ShuffleProof = {
    scheme: "kartarna-shuffle-1",
    table: table ?? "",
    secret: secret ?? "",
    commitment: commitment ?? "",
    parts: [part, null],
    promises: [hex(sha256(fromHex(part))), null],
  };

  test("is right for the vectors of the page", () => {
    expect(checkProof(game ?? "", proof)).toBe("right");
  });

  test("is wrong if the secret, the game or a part is another", () => {
    expect(checkProof(game ?? "", { ...proof, secret: "00".repeat(32) })).toBe("wrong");
    expect(checkProof("trop", proof)).toBe("wrong");
    expect(checkProof(game ?? "", { ...proof, parts: ["22".repeat(32), null] })).toBe("wrong");
    expect(checkProof(game ?? "", { ...proof, parts: [null, null] })).toBe("wrong");
  });

  test("has the part that this browser drew, or has not", () => {
    expect(ownPartsKept(proof, () => null)).toBeNull();
    expect(ownPartsKept(proof, (key) => (key.endsWith(".0") ? part : null))).toBe(true);
    expect(ownPartsKept(proof, (key) => (key.endsWith(".0") ? "33".repeat(32) : null))).toBe(false);
  });
});
