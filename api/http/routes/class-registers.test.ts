import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { PasswordHashing } from "../../auth/passwords/argon2id.ts";
import { someone } from "../../testing/app.ts";
import { appForTest, appWithMember } from "../../testing/app-for-test.ts";
import { quickHashing } from "../../testing/quick-hashing.ts";

const login = { username: someone.username, password: someone.password };
const campus = { ip: "192.0.2.1" };
const home = { ip: "198.51.100.1" };
const size = 190;
/** Takes as long as a hash without using the processor, so that registrations and logins meet in the queue. */
const slowHashing: PasswordHashing = {
  hash: async (password) => await quickHashing.hash(await delay(20, password)),
  verify: async (hash, password) => await quickHashing.verify(hash, await delay(20, password)),
};

describe("a class that registers at the same moment, on one campus", () => {
  it(
    "registers completely, and a member's login from elsewhere waits for only a few of them",
    async () => {
      const app = await appForTest({ hashing: slowHashing });
      await app.member(someone);

      let answered = 0;
      const startedAt = performance.now();
      const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);
      const all = Array.from({ length: size }, async (_, number) => {
        const cadet = {
          ...someone,
          username: `cadet${number}`,
          email: `cadet${number}@example.com`,
          role: "cadet",
        };
        const { status } = await app.browser().post("/api/register", cadet, campus);
        answered++;
        return status;
      });

      const logins: { readonly others: number; readonly ms: number }[] = [];
      while (answered < size - 20) {
        const [before, beganAt] = [answered, performance.now()];
        expect((await app.browser().post("/api/login", login, home)).status).toBe(200);
        logins.push({ others: answered - before, ms: performance.now() - beganAt });
        await expect.poll(() => answered, { interval: 5 })
          .toBeGreaterThanOrEqual(Math.min(before + 20, size));
      }
      const statuses = await Promise.all(all);
      expect(statuses.filter((status) => status !== 201)).toEqual([]);
      expect(logins.length).toBeGreaterThan(2);
      const longest = Math.max(...logins.map(({ ms }) => ms));
      console.log(
        `${size} registrations in ${seconds()} s, ${logins.length} logins, ` +
          `the longest ${Math.round(longest)} ms`,
      );
      // Waits for some that are nearly done when it begins, on a busy machine, too.
      expect(Math.max(...logins.map(({ others }) => others))).toBeLessThan(10);
    },
    180_000,
  );

  it("doesn't delay a known browser if it comes from many addresses", async () => {
    const { app, member } = await appWithMember({ hashing: slowHashing }, someone);
    let answered = 0;
    const all = Array.from({ length: 60 }, async (_, number) => {
      const cadet = { ...someone, username: `cadet${number}`, email: `c${number}@example.com` };
      const ask = { ip: `203.0.113.${number}` };
      const { status } = await app.browser().post("/api/register", cadet, ask);
      answered++;
      return status;
    });
    await expect.poll(() => answered, { interval: 5 }).toBeGreaterThan(2);
    const before = answered;
    expect((await member.post("/api/login", login, home)).status).toBe(200);
    expect(answered - before).toBeLessThan(10);
    expect((await Promise.all(all)).filter((status) => status !== 201)).toEqual([]);
  });

  it("gets 503 if far too many from one address wait, and frees the places of people who leave", async () => {
    const held = Promise.withResolvers<void>();
    const hashing: PasswordHashing = {
      ...quickHashing,
      hash: async (password) => await held.promise.then(() => quickHashing.hash(password)),
    };
    const app = await appForTest({ hashing, limits: { registrationsPerAddress: 1000 } });
    const leaving = new AbortController();
    const origin = { ip: campus.ip, requestId: "test" };
    const input = (number: number) => ({
      ...someone,
      username: `cadet${number}`,
      email: `cadet${number}@example.com`,
      role: "cadet" as const,
    });
    let [refused, registered] = [0, 0];
    const outcomes = Array.from(
      { length: 320 },
      (_, number) =>
        app.product.registration.register(input(number), origin, leaving.signal)
          .then(() => registered++, () => refused++),
    );
    await expect.poll(() => refused).toBeGreaterThan(10);
    const full = await app.browser().post("/api/register", input(400), campus);
    expect([full.status, full.headers.get("Retry-After")]).toEqual([503, "5"]);
    leaving.abort();
    held.resolve();
    const stays = await app.product.registration.register(input(500), origin);
    expect(stays.member.username).toBe("cadet500");
    await Promise.all(outcomes);
    expect(registered).toBeLessThan(5);
    expect((await app.browser().post("/api/login", login, home)).status).toBe(401);
  });
});
