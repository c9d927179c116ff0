import { describe, expect, it } from "vitest";
import { ObjectsUnavailable } from "../objects/object-store.ts";
import type { LogEntry } from "./log.ts";
import { MailUnavailable } from "../mail/mail.ts";
import { createReadiness, type ReadinessDependencies } from "./readiness.ts";
import { appForTest } from "../testing/app-for-test.ts";

const answering = { check: async () => {} };
const away = {
  check: () => Promise.reject(new Error("connect to 10.0.0.7 as jdoe@example.com failed")),
};

function given(more: Partial<ReadinessDependencies> = {}) {
  const logged: LogEntry[] = [];
  const readiness = createReadiness({
    freeBytes: async () => Infinity,
    database: answering,
    remoteSearch: undefined,
    mail: { async check() {} },
    objects: { async *list() {} },
    log: (entry) => logged.push(entry),
    ...more,
  });
  return { ...readiness, logged };
}

describe("readiness", () => {
  it("is missing without the database", async () => {
    expect(await given({ database: away }).check())
      .toEqual({ state: "not ready", parts: ["database: can't be reached"] });
  });

  it("doesn't wait for a database that never answers", async () => {
    const database = { check: () => new Promise<never>(() => {}) };
    expect((await given({ database }).check()).state).toBe("not ready");
  });

  it("names degraded parts, and serves", async () => {
    const readiness = given({
      remoteSearch: { degraded: () => "Meilisearch does not answer" },
      mail: { check: () => Promise.reject(new MailUnavailable("ESOCKET")) },
      objects: {
        // deno-lint-ignore require-yield
        async *list() {
          throw new Error("away");
        },
      },
      freeBytes: async () => 50_000_000,
    });
    await readiness.probe();
    expect(await readiness.check()).toEqual({
      state: "degraded",
      parts: [
        "search: Meilisearch does not answer, the embedded index does",
        "mail: the server doesn't accept our messages",
        "objects: can't be reached",
        "disk: nearly full",
      ],
    });
  });

  it("logs once when a part fails, and once when it works again", async () => {
    let isWell = false;
    const fails = () => Promise.reject(new MailUnavailable("ESOCKET"));
    const { probe, logged } = given({
      mail: { check: () => isWell ? Promise.resolve() : fails() },
      objects: {
        async *list() {
          if (!isWell) throw new ObjectsUnavailable("The store does not answer");
          yield { key: "uploads/a/b", writtenAt: new Date() };
        },
      },
      freeBytes: () => Promise.resolve(isWell ? 1e9 : 1e7),
    });
    for (const _ of [1, 2]) await probe();
    isWell = true;
    for (const _ of [1, 2]) await probe();
    expect(logged.map(({ event }) => event).sort()).toEqual([
      "mail is away",
      "mail is back",
      "objects are away",
      "objects are back",
      "the disk has room again",
      "the disk is nearly full",
    ]);
  });

  it("checks the database once a second for any number of requests", async () => {
    let asked = 0;
    const counted = {
      async check() {
        asked++;
      },
    };
    const { check } = given({ database: counted });
    await Promise.all(Array.from({ length: 100 }, () => check()));
    expect(asked).toBe(1);
  });
});

describe("GET /readyz", () => {
  it("has one line for each part, without reasons", async () => {
    const [well, app] = [await appForTest(), await appForTest()];
    expect(await (await well.browser().get("/healthz")).text()).toBe("ok");
    expect(await (await well.browser().get("/readyz")).text()).toBe("ready");
    app.database.close();
    const answer = await app.browser().get("/readyz");
    expect([answer.status, await answer.text()]).toEqual([
      503,
      "not ready\ndatabase: can't be reached",
    ]);
  });

  it("doesn't depend on queued mail, so that it doesn't reveal accounts", async () => {
    const app = await appForTest({
      mail: {
        send: () => Promise.reject(new MailUnavailable("ESOCKET")),
        async check() {},
        async forget() {},
      },
    });
    await app.member();
    await app.settled();
    await app.readiness.probe();
    expect(await (await app.browser().get("/readyz")).text()).toBe("ready");
  });
});
