import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { toProblem } from "../../api/problems.ts";
import { formsOnly } from "./forms-only.ts";

const app = new Hono()
  .use(formsOnly())
  .post("/", async (c) => c.text(String((await c.req.parseBody()).name)));
app.onError((error, c) => c.text("", toProblem(error)?.status ?? 500));

async function post(type: string | undefined, body: string) {
  const headers = type === undefined ? undefined : { "Content-Type": type };
  return await app.request("/", { method: "POST", body, ...(headers && { headers }) });
}

describe("a form posted to a page", () => {
  it("is read once, and there for the page", async () => {
    const answer = await post("application/x-www-form-urlencoded; charset=UTF-8", "name=Pat");
    expect(await answer.text()).toBe("Pat");
  });

  it("is refused when it is something else", async () => {
    expect((await post("application/json", "{}")).status).toBe(415);
    expect((await post(undefined, "name=Pat")).status).toBe(415);
  });

  it("is refused when it cannot be read", async () => {
    expect((await post("multipart/form-data", "x")).status).toBe(400);
  });
});
