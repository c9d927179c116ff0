import process from "node:process";
import { setImmediate } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { describeWithServer, openServer } from "../../search/meilisearch/testing/real-server.ts";
import { type Gate, openGate } from "../../search/testing/gate.ts";
import { someProfile } from "../testing/app.ts";
import { appForTest } from "../testing/app-for-test.ts";
import { repeat } from "../node/repeat.ts";

const timeoutMs = 1000;

/** The product with a few profiles, and a Meilisearch behind a gate. */
async function givenProduct() {
  const prefix = `test-product-${Math.random().toString(36).slice(2)}-`;
  openServer({ prefix });
  const gate = await openGate(process.env.MEILI_URL ?? "");
  const app = await appForTest({
    meilisearch: { url: gate.url, key: process.env.MEILI_KEY ?? "", prefix, timeoutMs },
  });
  const remote = app.remoteSearch!;
  const onError = () => {};
  const work = [remote.index, remote.watch, app.follow].map((run) =>
    repeat(run, { firstMs: 0, pauseMs: 50, onError })
  );
  onTestFinished(async () => {
    remote.stop();
    await Promise.all(work.map((end) => end()));
  });
  const browsers = [];
  for (let count = 0; count < 5; count++) browsers.push(await app.member());
  for (const browser of browsers) await browser.post("/api/profile", someProfile);
  const [browser] = browsers;
  const readiness = async () => {
    const answer = await app.browser().get("/readyz");
    return `${answer.status} ${await answer.text()}`;
  };
  return { gate, app, browser: browser!, readiness };
}

const within = { interval: 20, timeout: 90_000 };

describeWithServer("Meilisearch, stopped and restarted under load", () => {
  it.each<[string, (gate: Gate) => unknown]>([
    ["is stopped", (gate) => gate.stop()],
    ["hangs", (gate) => gate.hang()],
  ])("%s: every search is answered in time, and it returns by itself", async (_, shut) => {
    const { gate, app, browser, readiness } = await givenProduct();
    const isBack = async () => await readiness() === "200 ready" && app.remoteSearch!.prefers();
    // The first index is created and filled automatically.
    await expect.poll(isBack, within).toBe(true);

    let [recovered, answered] = [false, 0];
    onTestFinished(() => {
      recovered = true;
    });
    const slowest: number[] = [];
    const load = Array.from({ length: 8 }, async (_, lane) => {
      let worst = 0;
      for (let round = 0; !recovered; round++) {
        const startedAt = performance.now();
        // Requests another page each time, because answers are cached.
        const page = lane * 1000 + (round % 1000) + 1;
        const answer = await browser.get(`/api/directory?page=${page}`);
        worst = Math.max(worst, performance.now() - startedAt);
        expect(answer.status).toBe(200);
        expect((await answer.json()).total).toBe(5);
        answered++;
        // Answers without a server don't yield to the event loop, so timers would never run.
        await setImmediate();
      }
      slowest.push(worst);
    });
    await expect.poll(() => answered, within).toBeGreaterThan(80);
    await shut(gate);
    await expect.poll(readiness, within).not.toBe("200 ready");
    expect(await readiness()).toBe(
      "200 degraded\nsearch: Meilisearch does not answer, the embedded index does",
    );
    // A change made during the outage is found at once.
    await browser.patch("/api/profile", { company: "Initech" });
    const found = await (await browser.get("/api/directory?search=initech")).json();
    expect(found.total).toBe(1);
    await gate.start();
    await expect.poll(isBack, within).toBe(true);
    recovered = true;
    await Promise.all(load);
    expect(Math.max(...slowest)).toBeLessThan(timeoutMs + 5000);
    const events = app.logged.map(({ event }) => event);
    expect(events).toContain("Meilisearch is away");
    expect(events).toContain("Meilisearch answers again");
  });
});
