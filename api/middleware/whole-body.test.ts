import { Hono } from "hono";
import { expect, it } from "vitest";
import { Problem } from "../problems.ts";
import { wholeBody } from "./whole-body.ts";

it("waits for a body that comes in pieces, and not for one that never ends", async () => {
  const app = new Hono().use(wholeBody(() => 100, { withinMs: 300 })).post(
    "/",
    async (c) => c.text(await c.req.text()),
  )
    .onError((error, c) => c.text(error.message, error instanceof Problem ? error.status : 500));
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
