import { readdir } from "node:fs/promises";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { openSilentServer, startMailServer } from "../testing/mail-server.ts";
import { productForTest } from "../testing/product-for-test.ts";
import { password, send, signUp } from "../testing/calls.ts";
import { readyz } from "../testing/cluster.ts";

/** A request whose body stays half sent until the test finishes it. */
function openRequest(origin: string) {
  const { hostname, port, host } = new URL(origin);
  const body = JSON.stringify({ username: "pat", password });
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let answer = "";
  socket.on("data", (chunk) => answer += String(chunk));
  socket.write(
    `POST /api/login HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
      `Connection: close\r\n\r\n${body.slice(0, 10)}`,
  );
  const ended = new Promise<string>((resolve) => socket.on("close", () => resolve(answer)));
  return {
    finish() {
      socket.write(body.slice(10));
      return ended;
    },
  };
}

/** Sends only the beginning of a request, and never reads the answer. */
function openSocket(origin: string, line: string, rest: string): void {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname).on("error", () => {}).pause();
  onTestFinished(() => void socket.destroy());
  const type = "Content-Type: application/json";
  socket.write(`${line}\r\nHost: ${host}\r\nOrigin: ${origin}\r\n${type}\r\n${rest}`);
}

/** Requests a page repeatedly on one connection until the service stops listening. Counts missing answers. */
async function askUntilRefused(origin: string, agent: Agent, onAnswer: () => void) {
  let lost = 0;
  for (let isRefused = false; !isRefused;) {
    await new Promise<void>((resolve) => {
      get(`${origin}/login`, { agent }, (answer) => {
        answer.resume().once("close", () => {
          if (answer.complete) onAnswer();
          else lost++;
          resolve();
        });
      }).once("error", ({ code }: NodeJS.ErrnoException) => {
        isRefused = code === "ECONNREFUSED";
        if (!isRefused) lost++;
        resolve();
      });
    });
  }
  return lost;
}

describe("a service that is told to stop", () => {
  it.each([
    ["that stay open", true],
    ["for one request each", false],
  ])("answers every request that reached it, on connections %s", async (_, keepAlive) => {
    const product = await productForTest({ DATA_DIR: await temporaryFolder() });
    const answers = Array.from({ length: 30 }, () => 0);
    const askers = answers.map((_, asker) => {
      const agent = new Agent({ keepAlive, maxSockets: 1 });
      return askUntilRefused(product.origin, agent, () => void answers[asker]!++);
    });
    await expect.poll(() => Math.min(...answers)).toBeGreaterThan(2);
    process.kill(product.pid, "SIGTERM");
    const lost = await Promise.all(askers);
    expect(lost).toEqual(lost.map(() => 0));
    expect(await product.ended).toBe(0);
  });

  it("reports it at once, answers pending requests, and exits cleanly", async () => {
    // How long it reports that it is stopping. A busy machine needs some of that to ask.
    const choices = { drainMs: 5000 };
    const product = await productForTest({ DATA_DIR: await temporaryFolder() }, { choices });
    await signUp(product, "pat");
    expect(await readyz(product)).toBe("200 ready");
    const request = openRequest(product.origin);
    // The change is pending before the stop, because this request is answered after it on another connection.
    await fetch(`${product.origin}/healthz`);
    process.kill(product.pid, "SIGTERM");
    await expect.poll(() => readyz(product)).toBe("503 not ready\nstopping");
    const agent = new Agent({ keepAlive: true });
    const answer = await new Promise<IncomingMessage>((resolve) =>
      get(`${product.origin}/login`, { agent }, resolve)
    );
    expect(answer.headers.connection).toBe("close");
    expect(await request.finish()).toMatch(/^HTTP\/1.1 200 /);
    expect(await product.ended).toBe(0);
  });

  it("doesn't wait for endless senders or readers, and stores nothing of theirs", async () => {
    const dataDir = await temporaryFolder();
    const product = await productForTest({ DATA_DIR: dataDir });
    const { origin } = product;
    const { cookie } = await signUp(product, "pat");
    const asked = await send(product, "POST", "/api/objects/upload", { cookie });
    const { uploadURL } = await asked.json();
    const { pathname, search } = new URL(uploadURL);
    openSocket(origin, `PUT ${pathname}${search} HTTP/1.1`, "Content-Length: 5000\r\n\r\nsome");
    openSocket(origin, "POST /api/login HTTP/1.1", "Content-Length: 5000\r\n\r\n{");
    openSocket(origin, "GET / HTTP/1.1", "Half-A-Head");
    const unfinished = () =>
      readdir(join(dataDir, "objects", "tmp", "uploads"), { recursive: true });
    await expect.poll(() => unfinished().catch(() => [])).not.toEqual([]);

    process.kill(product.pid, "SIGTERM");
    expect(await product.ended).toBe(0);
    expect(product.written()).toContain("stopping without the end of requests");

    // No one can use the partial file.
    await productForTest({ DATA_DIR: dataDir, PORT: new URL(origin).port });
    const body = { profileImageURL: uploadURL };
    const saved = await send(product, "PUT", "/api/profile-images", { cookie, body });
    expect(saved.status).toBe(404);
    // The address can be used again for the whole file.
    expect((await fetch(uploadURL, { method: "PUT", body: "%PDF-1.4 whole" })).status).toBe(200);
  });

  it("releases the mails that it was sending", async () => {
    const dataDir = await temporaryFolder();
    const silent = await openSilentServer();
    const environment = { DATA_DIR: dataDir, MAIL_FROM: "alumni@example.edu" };
    const by = ({ port }: { readonly port: number }) =>
      productForTest({ ...environment, SMTP_URL: `smtp://127.0.0.1:${port}` });
    const first = await by(silent);
    await signUp(first, "pat");
    await expect.poll(silent.connections).toBeGreaterThan(0);
    process.kill(first.pid, "SIGTERM");
    expect(await first.ended).toBe(0);

    const server = await startMailServer();
    onTestFinished(() => server.close());
    const startedAt = performance.now();
    await by(server);
    await expect.poll(() => server.received.length).toBe(1);
    // A lease that wasn't released would have lasted twenty seconds.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });
});
