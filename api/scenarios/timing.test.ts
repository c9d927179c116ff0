import { describe, expect, it } from "vitest";
import { createArgon2id } from "../auth/passwords/argon2id.ts";
import { someone, type TestApp } from "../testing/app.ts";
import { Authenticator } from "../testing/authenticator.ts";
import { confirmAddress } from "../testing/connected.ts";
import { expectSameDistribution } from "../testing/times.ts";
import { appForTest } from "../testing/app-for-test.ts";

/** Each request comes from another address, so that no limit refuses it. */
const limits = {
  resetMailsPerRecipient: 10_000,
  failedLoginsPerAccount: 10_000,
  failedLoginsPerAddress: 10_000,
};

interface Times {
  readonly known: readonly number[];
  readonly unknown: readonly number[];
}

const somewhere = { requestId: "test", ip: "192.0.2.1" };
let asked = 0;
const fromAnywhere = () => ({ ip: `198.51.${Math.floor(++asked / 250)}.${asked % 250}` });

/** Times of requests about a member and about no one, alternating so that both see the same load. */
async function timesOf(
  samples: number,
  ask: (isKnown: boolean) => Promise<number>,
): Promise<Times> {
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let warmUp = 0; warmUp < 10; warmUp++) await ask(warmUp % 2 === 0);
  for (let sample = 0; sample < samples; sample++) {
    const isFirst = sample % 2 === 0;
    (isFirst ? known : unknown).push(await ask(isFirst));
    (isFirst ? unknown : known).push(await ask(!isFirst));
  }
  return { known, unknown };
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

describe("the time of an answer", () => {
  const forget = async (app: TestApp, isKnown: boolean) => {
    const email = isKnown ? someone.email : "nobody@example.com";
    const answer = await app.browser().post("/api/forgot-password", { email }, fromAnywhere());
    expect(answer.status).toBe(200);
  };
  const made = { token: "made-up", newPassword: "battery staple" };
  const reset = async (app: TestApp) =>
    expect((await app.browser().post("/api/reset-password", made, fromAnywhere())).status).toBe(
      400,
    );

  async function given() {
    // Runs work after an answer without delay.
    const app = await appForTest({ limits, hashing: createArgon2id(), random: () => 0 });
    await app.member(someone);
    await app.settled();
    return app;
  }

  it("is the same for a forgotten password, and for a reset right after it", async () => {
    const app = await given();
    const resets: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
    const forgotten = await timesOf(300, async (isKnown) => {
      const ms = await msOf(() => forget(app, isKnown));
      resets[isKnown ? "known" : "unknown"].push(await msOf(() => reset(app)));
      await app.settled();
      return ms;
    });
    expectSameDistribution(forgotten.known, forgotten.unknown);
    expectSameDistribution(resets.known, resets.unknown);
  });

  it("is the same for any request during work on a forgotten password", async () => {
    const app = await given();
    const longest = await timesOf(100, async (isKnown) => {
      await forget(app, isKnown);
      let longestMs = 0;
      const endsAt = performance.now() + 50;
      while (performance.now() < endsAt) {
        longestMs = Math.max(longestMs, await msOf(() => reset(app)));
      }
      await app.settled();
      return longestMs;
    });
    expectSameDistribution(longest.known, longest.unknown);
  });

  it(
    "is the same for a passkey's forged answer, whether or not the passkey exists",
    async () => {
      const appOrigin = "https://alumni.example.edu";
      const app = await appForTest({ appOrigin });
      const { memberId } = await app.member(someone);
      await confirmAddress(app, memberId);
      const { passkeys, login } = app.product;
      const ceremony = { origin: appOrigin, rpId: new URL(appOrigin).hostname };
      const [known, unknown, other] = [
        new Authenticator(),
        new Authenticator(),
        new Authenticator(),
      ];
      const { challenge } = await passkeys.optionsToAdd(
        (await app.readModel.members.byId(memberId))!,
      );
      const session = { id: "session", proofs: { password: Date.now() } };
      const created = known.create({ ...ceremony, challenge });
      await passkeys.add(memberId, { created, name: "Phone" }, { ...somewhere, session });
      const times = await timesOf(300, async (isKnown) => {
        const { challenge } = passkeys.optionsToSignIn();
        const forged = { ...ceremony, challenge, signedBy: other.privateKey };
        const answer = (isKnown ? known : unknown).get(forged);
        return await msOf(() => expect(login.byPasskey(answer, somewhere)).rejects.toThrow());
      });
      expectSameDistribution(times.known, times.unknown);
    },
  );

  it.each([
    ["a wrong password", someone.username, "nobody"],
    ["an address that isn't confirmed", someone.email, "nobody@example.com"],
  ])("is the same for %s", async (_, known, unknown) => {
    const app = await given();
    const times = await timesOf(300, async (isKnown) => {
      const username = isKnown ? known : unknown;
      const login = { username, password: "a wrong one" };
      return await msOf(() => app.browser().post("/api/login", login, fromAnywhere()));
    });
    expectSameDistribution(times.known, times.unknown);
  });
});
