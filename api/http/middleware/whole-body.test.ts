import { Hono } from "hono";
import { expect, it } from "vitest";
import { Problem } from "../../contract/problem.ts";
import type { PageEnv } from "./session.ts";
import { createBodyReading, wholeBody } from "./whole-body.ts";

/** Answers with the body; `ip` is the sender's network address. */
function echo(atOnce?: number) {
  return new Hono<PageEnv>()
    .use((c, next) => {
      c.set("origin", { ip: c.req.header("ip") ?? "192.0.2.1", requestId: "" });
      return next();
    })
    .use(wholeBody(createBodyReading(atOnce), () => 100, { withinMs: 300 }))
    .post("/", async (c) => c.text(await c.req.text()))
    .onError((error, c) => c.text(error.message, error instanceof Problem ? error.status : 500));
}

it("waits for a body in pieces, but not for one that never ends", async () => {
  const app = echo();
  const send = (pieces: readonly string[], ends: boolean) => {
    const rest = [...pieces];
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const next = rest.shift();
        if (next !== undefined) controller.enqueue(new TextEncoder().encode(next));
        else if (ends) controller.close();
        else await new Promise(() => {});
      },
    });
    return app.request("/", { method: "POST", body });
  };
  const whole = await send(["a", "b", "c"], true);
  expect([whole.status, await whole.text()]).toEqual([200, "abc"]);
  const late = await send(["a"], false);
  expect([late.status, await late.text()])
    .toEqual([408, "The request took too long. Try again."]);
});

it("limits the bodies of one address read at once, so that slow ones don't fill memory", async () => {
  const app = echo(2);
  let read = 0;
  const send = (ip: string, isSlow: boolean) => {
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        read += 1;
        controller.enqueue(new Uint8Array(10));
        if (isSlow) return new Promise(() => {});
        controller.close();
      },
    }, { highWaterMark: 0 });
    return app.request("/", { method: "POST", body, headers: { ip } });
  };
  const slow = Array.from({ length: 4 }, () => send("192.0.2.1", true));
  const waits = send("192.0.2.1", false);
  expect((await send("192.0.2.2", false)).status).toBe(200);
  expect(read).toBe(3);
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([408, 408, 408, 408]);
  expect((await waits).status).toBe(200);
});
