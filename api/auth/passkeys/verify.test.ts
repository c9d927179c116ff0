import { describe, expect, it } from "vitest";
import { Authenticator, type Ceremony } from "../../testing/authenticator.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { challengeIn, handleOf, verifyAnswer, verifyCreated } from "./verify.ts";

const party = relyingPartyOf("https://alumni.example.edu")!;
const memberId = "0b8f6f6e-3f0e-4d3a-9a59-0d6f7e1c2a11";
const challenge = "Y2hhbGxlbmdl";
const right: Ceremony = { challenge, origin: party.origin, rpId: party.id };

async function given(changes: { readonly isBackedUp?: boolean } = {}) {
  const authenticator = new Authenticator();
  const created = await verifyCreated(
    authenticator.create({ ...right, ...changes }),
    challenge,
    party,
  );
  if (created === undefined) throw new Error("It is refused");
  const key = { ...created, memberId };
  const answer = (ceremony: Partial<Ceremony> = {}, counter = key.counter) =>
    verifyAnswer(
      authenticator.get({ ...right, ...ceremony }),
      { ...key, counter },
      challenge,
      party,
    );
  return { authenticator, key, answer };
}

it("passkeys require a host name, not a network address", () => {
  expect(party).toEqual({ id: "alumni.example.edu", origin: "https://alumni.example.edu" });
  expect(relyingPartyOf("http://localhost:8000")?.id).toBe("localhost");
  for (const origin of ["http://127.0.0.1:8000", "http://[::1]:8000", "https://192.0.2.1"]) {
    expect(relyingPartyOf(origin)).toBeUndefined();
  }
});

const wrong: readonly (readonly [string, Partial<Ceremony>])[] = [
  ["from another origin", { origin: "https://alumni.example.edu.evil.example" }],
  ["from another port", { origin: "https://alumni.example.edu:8443" }],
  ["for another host", { rpId: "evil.example" }],
  ["to another challenge", { challenge: "YW5vdGhlcg" }],
  ["without PIN, fingerprint or face", { isVerified: false }],
  ["without a person", { isPresent: false }],
];

describe("a new passkey", () => {
  it("is accepted unchanged", async () => {
    const { authenticator, key } = await given();
    expect(key).toMatchObject({
      ...{ credentialId: authenticator.credentialId, counter: 0 },
      ...{ isBackedUp: false, transports: ["internal"] },
    });
    expect((await given({ isBackedUp: true })).key.isBackedUp).toBe(true);
  });

  it.each(
    [
      ...wrong,
      ["that is an answer", { type: "webauthn.get" }],
      ["with a certificate of its maker", { format: "packed" }],
      ["with one of a kind that is fetched", { format: "tpm" }],
    ] as const,
  )("is refused %s", async (_, ceremony) => {
    const created = new Authenticator().create({ ...right, ...ceremony });
    expect(await verifyCreated(created, challenge, party)).toBeUndefined();
  });

  it("is refused if it is nonsense", async () => {
    const created = new Authenticator().create(right);
    const response = { ...created.response, attestationObject: "AAAA" };
    expect(await verifyCreated({ ...created, response }, challenge, party)).toBeUndefined();
    const id = new Authenticator().credentialId;
    expect(await verifyCreated({ ...created, id, rawId: id }, challenge, party)).toBeUndefined();
  });
});

describe("an answer of a passkey", () => {
  it("is accepted, with its new counter", async () => {
    const { answer } = await given();
    expect(await answer({ userHandle: handleOf(memberId) })).toEqual({
      counter: 1,
      isBackedUp: false,
    });
    expect(await answer({ isBackedUp: true })).toEqual({ counter: 2, isBackedUp: true });
  });

  it.each(
    [
      ...wrong,
      ["that is a new one", { type: "webauthn.create" }],
      ["for another person", { userHandle: handleOf("someone else") }],
      ["signed by another key", { signedBy: new Authenticator().privateKey }],
    ] as const,
  )("is refused %s", async (_, ceremony) => {
    expect(await (await given()).answer(ceremony)).toBeUndefined();
  });

  it("is refused if its counter went back, unless it is backed up", async () => {
    for (const isBackedUp of [false, true]) {
      const { answer } = await given({ isBackedUp });
      for (const counter of [5, 4]) {
        expect(await answer({ counter, isBackedUp }, 5) === undefined).toBe(!isBackedUp);
      }
      expect(await answer({ counter: 6, isBackedUp }, 5)).toMatchObject({ counter: 6 });
    }
    // Many have none.
    const { answer } = await given();
    expect(await answer({ counter: 0 }, 0)).toMatchObject({ counter: 0 });
  });

  it("has no valid challenge from a frame of another site, or if it is nonsense", () => {
    const { response } = new Authenticator().get(right);
    expect(challengeIn(response.clientDataJSON)).toBe(challenge);
    const framed = new Authenticator().get({ ...right, crossOrigin: true });
    expect(challengeIn(framed.response.clientDataJSON)).toBeUndefined();
    expect(challengeIn("bm90aGluZw")).toBeUndefined();
    expect(challengeIn("bnVsbA")).toBeUndefined();
  });
});
