import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { toProblem } from "../../api/http/problems.ts";
import type { PageEnv } from "../page-env.ts";
import { formsOnly } from "./forms-only.ts";

const app = new Hono<PageEnv>()
  .use(formsOnly)
  .post("/", async (c) => c.text(String((await c.req.parseBody()).name)))
  .post("/member", async (c) => {
    const sent = [...(await c.req.formData()).values()].flatMap((file) =>
      file instanceof File ? [file.name, file.size] : [file]
    );
    return c.text([c.get("pageMember"), ...sent].join());
  });
app.onError((error, c) => c.text("", toProblem(error)?.status ?? 500));

async function post(type: string | undefined, body: string) {
  const headers = type === undefined ? undefined : { "Content-Type": type };
  return await app.request("/", { method: "POST", body, ...(headers && { headers }) });
}

describe("a form posted to a page", () => {
  it("is read once, and passed to the page", async () => {
    const answer = await post("application/x-www-form-urlencoded; charset=UTF-8", "name=Pat");
    expect(await answer.text()).toBe("Pat");
  });

  it("names its page's member, at any size, and routes get the other fields", async () => {
    for (const bytes of [10, 6_000_000]) {
      const body = new FormData();
      body.append("file", new File(["x".repeat(bytes)], "lîst.csv"));
      body.append("pageMember", "0c5103b9-abb6");
      const answer = await app.request("/member", { method: "POST", body });
      expect(await answer.text()).toBe(`0c5103b9-abb6,lîst.csv,${bytes}`);
    }
  });

  it("is refused if it isn't a form", async () => {
    expect((await post("application/json", "{}")).status).toBe(415);
    expect((await post(undefined, "name=Pat")).status).toBe(415);
  });

  it("is refused with a method that no browser uses for forms", async () => {
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const answer = await app.request("/", { method });
      expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET, HEAD, POST"]);
    }
  });

  it("has at most two hundred fields, in any encoding", async () => {
    const fields = (count: number) => Array.from({ length: count }, () => "name=Pat").join("&");
    const parts = (count: number) =>
      `${'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nPat\r\n'.repeat(count)}--x--`;
    for (
      const [type, written] of [
        ["application/x-www-form-urlencoded", fields],
        ["multipart/form-data; boundary=x", parts],
      ] as const
    ) {
      expect([(await post(type, written(200))).status, (await post(type, written(202))).status])
        .toEqual([200, 413]);
    }
  });

  it("is refused when it cannot be read", async () => {
    expect((await post("multipart/form-data", "x")).status).toBe(400);
    const large = "x".repeat(2_000_000);
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
    for (
      const [type, body] of [
        ["multipart/form-data; boundary=x", head + large],
        ["application/x-www-form-urlencoded", `name=${large}`],
      ] as const
    ) expect((await post(type, body)).status).toBe(400);
  });
});
