import { setTimeout as delay } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { describeWithLibsqlServer } from "../../events/testing/libsql-server.ts";
import { someProfile } from "../testing/app.ts";
import { send, type SignedUp, signUp } from "../testing/calls.ts";
import { expectAll, found, readyz, startCluster, startNodes } from "../testing/cluster.ts";
import { openSilentServer, startMailServer } from "../testing/mail-server.ts";

describeWithLibsqlServer("several nodes on a libSQL server, when it is away", () => {
  it("wait for it if it isn't running yet", async () => {
    const cluster = await startCluster();
    await cluster.database.kill();
    let written = "";
    const starting = cluster.addNode({}, { onWritten: (text) => written += text });
    await expect.poll(() => written)
      .toContain("the database server is away, waiting for it");
    await cluster.database.start();
    expect(await readyz(await starting)).toBe("200 ready");
  });

  it("wait for it if it stops at any moment of their start", async () => {
    const cluster = await startCluster();
    for (const afterMs of [0, 80, 160, 240]) {
      const { promise: begun, resolve } = Promise.withResolvers<void>();
      const starting = cluster.addNode({}, { onWritten: () => resolve() });
      await begun;
      await delay(afterMs);
      await cluster.database.kill();
      await delay(500);
      await cluster.database.start();
      const node = await starting;
      await expect.poll(() => readyz(node)).toBe("200 ready");
      await node.stop("SIGKILL");
    }
  });

  it("take over the mails of a killed node", async () => {
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
    await expect.poll(() => server.received.length).toBe(1);
    expect(await readyz(second)).toBe("200 ready");
  });

  it("lose nothing acknowledged when one is killed, and continue", async () => {
    const { first, second, third } = await startNodes(3);
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
          // The connection to the killed node breaks. Any other error is a failure.
          if (!(error instanceof TypeError) || node !== first) throw error;
          return;
        }
      }
    });
    await expect.poll(() => answered.length).toBeGreaterThan(9);
    await first.stop("SIGKILL");
    const before = answered.length;
    await expect.poll(() => answered.length).toBeGreaterThan(before + 6);
    isOver = true;
    await Promise.all(work);
    await expectAll(answered, second);
    await expectAll(answered, third);
  });

  it("report clearly that it is away, lose nothing, and recover by themselves", async () => {
    const { cluster, first, second } = await startNodes(2);
    const reader = await signUp(first, "reader");
    const answered: { readonly person: SignedUp; bio: string }[] = [];
    const refusals = new Set<string>();
    let [isOver, refused] = [false, 0];
    const refuse = (message: string) => {
      refused++;
      refusals.add(message);
    };
    const work = [first, second].map(async (node, number) => {
      for (let turn = 0; !isOver; turn++) {
        const username = `node${number}.${turn}`;
        const person = await signUp(node, username).catch((error: Error) => error);
        if (person instanceof Error) refuse(person.message);
        else {
          const bio = `Turn ${turn}`;
          const saved = await send(node, "POST", "/api/profile", {
            cookie: person.cookie,
            body: { ...someProfile, bio },
          });
          const text = await saved.text();
          if (saved.status === 201) answered.push({ person, bio });
          else refuse(`${saved.status} ${text}`);
        }
      }
    });
    await expect.poll(() => answered.length).toBeGreaterThan(4);
    await cluster.database.kill();
    await expect.poll(() => readyz(second))
      .toMatch(/^503 not ready\ndatabase: /);
    await expect.poll(() => refused).toBeGreaterThan(5);
    await cluster.database.start();
    const before = answered.length;
    await expect.poll(() => answered.length).toBeGreaterThan(before + 4);
    isOver = true;
    await Promise.all(work);
    for (const refusal of refusals) {
      expect(refusal).toMatch(
        /^503 .*The service isn't available right now. Try again in a moment.|^409 .*already taken/,
      );
    }
    for (const node of [first, second]) {
      await expect.poll(() => readyz(node)).toBe("200 ready");
      await expectAll(answered, node);
      expect(await found(node, reader, "")).toBeGreaterThanOrEqual(answered.length);
    }
  });

  it("answer in bounded time while a server hangs", async () => {
    const { cluster, first } = await startNodes(1);
    const pat = await signUp(first, "pat");
    await cluster.database.pause();
    onTestFinished(() => cluster.database.resume());
    const startedAt = performance.now();
    const answer = await send(first, "POST", "/api/profile", {
      cookie: pat.cookie,
      body: someProfile,
    });
    expect(answer.status).toBe(503);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(await readyz(first)).toBe("503 not ready\ndatabase: can't be reached");
    // Its read tables are out of date: someone may have hidden their profile through another node.
    const reading = async () => (await send(first, "GET", "/api/directory", pat)).status;
    await expect.poll(reading, { timeout: 25_000 }).toBe(503);
    cluster.database.resume();
    await expect.poll(() => readyz(first)).toBe("200 ready");
    await expect.poll(reading).toBe(200);
  });
});
