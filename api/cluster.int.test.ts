import process from "node:process";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../events/database.ts";
import { describeWithLibsqlServer } from "../events/testing/libsql-server.ts";
import { someProfile } from "./testing/app.ts";
import { password, send, type SignedUp, signUp } from "./testing/calls.ts";
import { startCluster } from "./testing/cluster.ts";
import { openSilentServer, startMailServer } from "./testing/mail-server.ts";
import type { RunningProduct } from "./testing/process.ts";

/** What a node must have known, found and shown by then. */
const slowly = { timeout: 60_000, interval: 200 };
const within = { timeout: 1000, interval: 20 };

async function given(count: number, environment: Record<string, string> = {}) {
  const cluster = await startCluster();
  const [first, second, third] = await Promise.all(
    Array.from({ length: count }, () => cluster.addNode(environment)),
  );
  return { cluster, first: first!, second: second!, third: third! };
}

async function found(node: RunningProduct, { cookie }: SignedUp, search: string): Promise<number> {
  const answer = await send(node, "GET", `/api/directory?search=${search}`, { cookie });
  return (await answer.json()).total;
}

async function metrics(node: RunningProduct): Promise<string> {
  const address = /Metrics are at (\S+)/.exec(node.written())?.[1] ?? "";
  return await (await fetch(address)).text();
}

async function readyz(node: Pick<RunningProduct, "origin">): Promise<string> {
  const answer = await send(node, "GET", "/readyz");
  return `${answer.status} ${await answer.text()}`;
}

describeWithLibsqlServer("several nodes on libSQL servers", () => {
  it("find within a second what was written through one of them, which finds it at once", async () => {
    const { first, second, third } = await given(3);
    const pat = await signUp(first, "pat");
    await send(first, "POST", "/api/profile", {
      cookie: pat.cookie,
      body: { ...someProfile, company: "Initech" },
    });
    expect(await found(first, pat, "initech")).toBe(1);
    for (const node of [second, third]) {
      await expect.poll(() => found(node, pat, "initech"), within).toBe(1);
    }
    await send(second, "PATCH", "/api/profile", {
      cookie: pat.cookie,
      body: { company: "Hooli" },
    });
    expect(await found(second, pat, "hooli")).toBe(1);
    for (const node of [first, third]) {
      await expect.poll(() => found(node, pat, "hooli"), within).toBe(1);
      expect(await found(node, pat, "initech")).toBe(0);
    }
  });

  it("hide within a second who hides, and forget who goes", async () => {
    const { first, second } = await given(2);
    const [pat, other] = [await signUp(first, "pat"), await signUp(second, "other")];
    await send(first, "POST", "/api/profile", { cookie: pat.cookie, body: someProfile });
    const { id } = await (await send(first, "GET", "/api/user", pat)).json();
    const seen = async () => (await send(second, "GET", `/api/profile/${id}`, other)).status;
    await expect.poll(seen, within).toBe(200);
    await send(first, "PATCH", "/api/profile", { cookie: pat.cookie, body: { isVisible: false } });
    await expect.poll(seen, within).toBe(403);
    await send(first, "DELETE", "/api/account", pat);
    await expect.poll(seen, within).toBe(404);
    expect((await send(second, "GET", "/api/user", pat)).status).toBe(401);
  });

  it("know the same sessions, passwords and names", async () => {
    const { first, second } = await given(2);
    const pat = await signUp(first, "pat");
    expect((await send(second, "GET", "/api/user", pat)).status).toBe(200);
    await expect(signUp(second, "pat")).rejects.toThrow("Username already taken");
    const login = { username: "pat", password };
    expect((await send(second, "POST", "/api/login", { body: login })).status).toBe(200);
    await send(second, "POST", "/api/logout", pat);
    expect((await send(first, "GET", "/api/user", pat)).status).toBe(401);
  });

  it("give a name to one of many who ask for it everywhere at once", async () => {
    const { first, second, third } = await given(3);
    const tries = [first, second, third, first, second, third].map((node) =>
      signUp(node, "pat").then(() => "taken", (error: Error) => error.message.slice(0, 3))
    );
    expect((await Promise.all(tries)).toSorted()).toEqual(
      ["409", "409", "409", "409", "409", "taken"],
    );
  });

  it("are ready only with everything, also one that starts empty", async () => {
    const { cluster, first } = await given(1);
    const pat = await signUp(first, "pat");
    await Promise.all(Array.from({ length: 40 }, async (_, number) => {
      const { cookie } = await signUp(first, `someone${number}`);
      await send(first, "POST", "/api/profile", { cookie, body: someProfile });
    }));
    const port = String(20_000 + Math.floor(Math.random() * 10_000));
    const late = { origin: `http://127.0.0.1:${port}` };
    const starting = cluster.addNode({ PORT: port });
    const states = new Set<string>();
    for (;;) {
      const state = await readyz(late).catch(() => "nobody listens");
      states.add(state);
      if (state === "200 ready") break;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const answer = await send(late, "GET", "/api/directory", pat);
    expect((await answer.json()).total).toBe(40);
    expect([...states].toSorted()).toEqual([
      "200 ready",
      "503 not ready\nread tables: being brought up to date",
      "nobody listens",
    ]);
    await starting;
  });

  it("wait for a server that is not there yet", async () => {
    const cluster = await startCluster();
    await cluster.vault.kill();
    const starting = cluster.addNode();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await cluster.vault.start();
    const node = await starting;
    expect(await readyz(node)).toBe("200 ready");
    expect(node.written()).toContain("a database server is away, waiting for it");
  });

  it("send each mail once", async () => {
    const server = await startMailServer();
    onTestFinished(() => server.close());
    const { first, second, third } = await given(3, {
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: "alumni@example.edu",
    });
    const nodes = [first, second, third];
    await Promise.all(
      Array.from({ length: 30 }, (_, number) => signUp(nodes[number % 3]!, `someone${number}`)),
    );
    await expect.poll(() => server.received.length, { timeout: 20_000 }).toBe(30);
    // Whoever would send one again has had the time to.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const recipients = server.received.flatMap(({ to }) => to);
    expect(new Set(recipients).size).toBe(30);
    expect(recipients).toHaveLength(30);
  });

  it("take over the mails of one that was killed", async () => {
    const cluster = await startCluster();
    const silent = await openSilentServer();
    const server = await startMailServer();
    onTestFinished(() => server.close());
    const by = (port: number) => ({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: "alumni@example.edu",
    });
    const first = await cluster.addNode(by(silent.port));
    await signUp(first, "pat");
    await expect.poll(silent.connections).toBeGreaterThan(0);
    const second = await cluster.addNode(by(server.port));
    await first.stop("SIGKILL");
    await expect.poll(() => server.received.length, { timeout: 40_000 }).toBe(1);
    expect(await readyz(second)).toBe("200 ready");
  });

  it("lose nothing that was answered when one is killed, and go on", async () => {
    const { first, second, third } = await given(3);
    const answered: { readonly person: SignedUp; bio: string }[] = [];
    let isOver = false;
    const work = [first, second, third].map(async (node, name) => {
      for (let number = 0; !isOver; number++) {
        try {
          const person = await signUp(node, `node${name}.${number}`);
          const entry = { person, bio: "" };
          answered.push(entry);
          const bio = `Number ${number} of ${name}`;
          const saved = await send(node, "POST", "/api/profile", {
            cookie: person.cookie,
            body: { ...someProfile, bio },
          });
          expect(saved.status).toBe(201);
          entry.bio = bio;
        } catch (error) {
          // The connection to the killed one breaks; anything else is a failure.
          if (!(error instanceof TypeError) || node !== first) throw error;
          return;
        }
      }
    });
    await expect.poll(() => answered.length, { timeout: 20_000 }).toBeGreaterThan(9);
    await first.stop("SIGKILL");
    const before = answered.length;
    await expect.poll(() => answered.length, { timeout: 20_000 }).toBeGreaterThan(before + 6);
    isOver = true;
    await Promise.all(work);
    await expectAll(answered, second);
    await expectAll(answered, third);
  });

  it.each(["events", "vault"] as const)(
    "say clearly that the server of %s is away, lose nothing, and recover by themselves",
    async (name) => {
      const { cluster, first, second } = await given(2);
      const reader = await signUp(first, "reader");
      const answered: { readonly person: SignedUp; bio: string }[] = [];
      const refusals = new Set<string>();
      let isOver = false;
      const work = [first, second].map(async (node, number) => {
        for (let turn = 0; !isOver; turn++) {
          const username = `node${number}.${turn}`;
          const person = await signUp(node, username).catch((error: Error) => error);
          if (person instanceof Error) refusals.add(person.message);
          else {
            const bio = `Turn ${turn}`;
            const saved = await send(node, "POST", "/api/profile", {
              cookie: person.cookie,
              body: { ...someProfile, bio },
            });
            const text = await saved.text();
            if (saved.status === 201) answered.push({ person, bio });
            else refusals.add(`${saved.status} ${text}`);
          }
        }
      });
      await expect.poll(() => answered.length, { timeout: 20_000 }).toBeGreaterThan(4);
      const server = cluster[name];
      await server.kill();
      await expect.poll(() => readyz(second), { timeout: 15_000 }).toMatch(
        name === "events" ? /^503 not ready\nlog: / : /^503 not ready\nvault: /,
      );
      await expect.poll(() => refusals.size, { timeout: 20_000 }).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, 2000));
      await server.start();
      const before = answered.length;
      await expect.poll(() => answered.length, { timeout: 20_000 }).toBeGreaterThan(before + 4);
      isOver = true;
      await Promise.all(work);
      for (const refusal of refusals) {
        expect(refusal).toMatch(
          /^503 .*The service is not available, please try again in a moment|^409 .*already taken/,
        );
      }
      for (const node of [first, second]) {
        await expect.poll(() => readyz(node), { timeout: 5000 }).toBe("200 ready");
        await expectAll(answered, node);
        expect(await found(node, reader, "")).toBeGreaterThanOrEqual(answered.length);
      }
    },
  );

  it("answer in bounded time while a server hangs", async () => {
    const { cluster, first } = await given(1);
    const pat = await signUp(first, "pat");
    cluster.events.pause();
    onTestFinished(() => cluster.events.resume());
    const startedAt = performance.now();
    const answer = await send(first, "POST", "/api/profile", {
      cookie: pat.cookie,
      body: someProfile,
    });
    expect(answer.status).toBe(503);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(await readyz(first)).toBe("503 not ready\nlog: cannot be reached");
    cluster.events.resume();
    await expect.poll(() => readyz(first), { timeout: 10_000 }).toBe("200 ready");
  });

  // Where MEILI_URL and MEILI_KEY name a Meilisearch as well.
  it.skipIf(!process.env.MEILI_URL || !process.env.MEILI_KEY)(
    "keep one index on Meilisearch, one at a time, also when that one is killed",
    async () => {
      const environment = {
        SEARCH: "meilisearch",
        MEILI_URL: process.env.MEILI_URL ?? "",
        MEILI_KEY: process.env.MEILI_KEY ?? "",
        MEILI_INDEX: `test-cluster-${Math.random().toString(36).slice(2)}-`,
        METRICS_PORT: "0",
      };
      const { cluster, first, second } = await given(2, environment);
      const log = await openDatabase({ url: cluster.events.url, durability: "full" });
      onTestFinished(() => log.close());
      const subscription = async () => {
        const [row] = await log.read("SELECT position FROM subscriptions");
        const [last] = await log.read("SELECT max(position) AS position FROM events");
        return { isCurrent: row?.position === last?.position };
      };
      const save = async (node: RunningProduct, username: string) => {
        const { cookie } = await signUp(node, username);
        await send(node, "POST", "/api/profile", { cookie, body: someProfile });
      };
      for (let number = 0; number < 5; number++) {
        await save(first, `first${number}`);
        await save(second, `second${number}`);
      }
      await expect.poll(subscription, slowly).toEqual({ isCurrent: true });
      await first.stop("SIGKILL");
      const third = await cluster.addNode(environment);
      await save(second, "after");
      // Whoever was killed with the lease has it for half a minute.
      await expect.poll(subscription, slowly).toEqual({ isCurrent: true });
      for (const node of [second, third]) {
        await expect.poll(() => readyz(node), slowly).toBe("200 ready");
        const preferred = async () => (await metrics(node)).match(/_preferred_answers (\d)/)?.[1];
        await expect.poll(preferred, slowly).toBe("1");
      }
      const reader = await signUp(third, "reader");
      expect(await found(third, reader, "")).toBe(11);
    },
    120_000,
  );

  it("refuse a node with other secrets", async () => {
    const { cluster, first } = await given(1);
    await signUp(first, "pat");
    const other = "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk=";
    await expect(cluster.addNode({ CLAIM_KEY: other })).rejects.toThrow("check CLAIM_KEY_FILE");
    await expect(cluster.addNode({ KEK: other })).rejects.toThrow("check KEK_FILE");
  });
});

/** Every answered change is there, by any node, when it has caught up. */
async function expectAll(
  answered: readonly { readonly person: SignedUp; readonly bio: string }[],
  node: RunningProduct,
): Promise<void> {
  for (const { person, bio } of answered) {
    const own = async () => await (await send(node, "GET", "/api/profile/me", person)).json();
    if (bio !== "") await expect.poll(own, within).toMatchObject({ bio });
    const user = await send(node, "GET", "/api/user", person);
    expect(await user.json()).toMatchObject({ username: person.username });
  }
}
