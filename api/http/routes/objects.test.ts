import { describe, expect, it } from "vitest";
import {
  answerOf,
  appForTest,
  appWithMember,
  withMessage,
  withoutRole,
} from "../../testing/app-for-test.ts";
import { someProfile } from "../../testing/app.ts";
import { aPdf, havePicture } from "../../testing/pictures.ts";

const notFound = withMessage(404, "Not found");

/** Jane with a profile and picture, and other members who view it. */
async function given() {
  const { app, member: jane } = await appWithMember();
  await jane.post("/api/profile", someProfile);
  const path = await havePicture(jane);
  const small = path.replace(".webp", ".small.webp");
  return { ...app, jane, john: await app.member(), path, small };
}

describe("GET /objects/…", () => {
  it("shows the picture of a visible profile to members, in both sizes", async () => {
    const { jane, john, path, small } = await given();
    for (const viewer of [jane, john]) {
      for (const at of [path, small]) {
        const answer = await viewer.get(at);
        expect(answer.status).toBe(200);
        expect((await answer.arrayBuffer()).byteLength)
          .toBe(Number(answer.headers.get("Content-Length")));
      }
    }
  });

  it("shows nothing to someone who is not signed in", async () => {
    const { browser, path } = await given();
    expect(await answerOf(await browser().get(path)))
      .toEqual(withMessage(401, "Not authenticated"));
  });

  it("answers the same for a hidden and a missing profile, also for a cached copy", async () => {
    const { jane, john, path, small } = await given();
    const tag = (await john.get(path)).headers.get("ETag") ?? "";
    await jane.patch("/api/profile", { isVisible: false });
    const other = path.replace(jane.memberId, "0b8f6f6e-3f0e-4d3a-9a59-0d6f7e1c2a01");
    for (const at of [path, small, other]) {
      for (const known of ["", tag, "*"]) {
        const answer = await john.get(at, { headers: { "If-None-Match": known } });
        expect(answer.headers.get("ETag")).toBeNull();
        expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
        expect(await answerOf(answer)).toEqual(notFound);
      }
    }
    expect((await john.send("HEAD", path)).status).toBe(404);
    expect((await jane.get(path)).status).toBe(200);
    await jane.patch("/api/profile", { isVisible: true });
    expect((await john.get(path)).status).toBe(200);
  });

  it("is visible only to the owner without a profile, before and after one exists", async () => {
    const { jane, john, path } = await given();
    expect((await jane.does(({ profiles }, me, origin) => profiles.remove(me, origin))).status)
      .toBe(204);
    expect(await answerOf(await john.get(path))).toEqual(notFound);
    expect((await jane.get(path)).status).toBe(200);
    const johns = await havePicture(john);
    expect(await answerOf(await jane.get(johns))).toEqual(notFound);
    expect((await john.get(johns)).status).toBe(200);
  });

  it("does not show others' pictures without a role", async () => {
    const app = await given();
    const { john, path } = app;
    const own = await havePicture(john);
    await withoutRole(app, john.memberId);
    expect(await answerOf(await john.get(path))).toEqual(notFound);
    expect((await john.get(own)).status).toBe(200);
  });

  it("may be cached by the member's browser for five minutes", async () => {
    const { john, path } = await given();
    const answer = await john.get(path);
    expect(answer.headers.get("Cache-Control")).toBe("private, max-age=300, immutable");
    expect(answer.headers.get("Vary")).toContain("Cookie");
    const tag = answer.headers.get("ETag") ?? "";
    const again = await john.get(path, { headers: { "If-None-Match": `"x", W/${tag}` } });
    expect(again.status).toBe(304);
    expect(again.headers.get("ETag")).toBe(tag);
    expect(await again.text()).toBe("");
  });

  it("can't be interpreted as anything else by a browser", async () => {
    const { jane, path } = await given();
    const next = await havePicture(jane, aPdf());
    expect((await jane.get(path)).status).toBe(404);
    for (const at of [next, path, "/objects/nothing"]) {
      const { headers } = await jane.get(at);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
      expect(headers.get("Content-Security-Policy"))
        .toMatch(/^default-src 'none'; frame-ancestors 'none'; sandbox/);
    }
  });

  it("is gone at once when another replaces it", async () => {
    const { jane, john, path, objects } = await given();
    const next = await havePicture(jane);
    expect(await answerOf(await john.get(path))).toEqual(notFound);
    expect((await john.get(next)).status).toBe(200);
    expect(await objects.read(path.slice("/objects/".length))).toBeUndefined();
  });

  it("answers HEAD without a body", async () => {
    const { john, path } = await given();
    const answer = await john.send("HEAD", path);
    expect(answer.status).toBe(200);
    expect(Number(answer.headers.get("Content-Length"))).toBeGreaterThan(100);
    expect(await answer.text()).toBe("");
  });

  it.each([
    "/objects/",
    "/objects/pictures/",
    "/objects/pictures/../../secrets/secret",
    "/objects/pictures/%2e%2e/%2e%2e/secrets/secret",
    "/objects/uploads/x",
    "/objects/tmp/x",
    "/objects/%00",
  ])("has nothing at %s", async (path) => {
    const { member } = await appForTest();
    expect((await (await member()).get(path)).status).toBe(404);
  });
});

it("pages' policy allows uploads to the object store, if there is one", async () => {
  const connect = async (uploadOrigin?: string) => {
    const { browser } = await appForTest({ ...(uploadOrigin && { uploadOrigin }) });
    const policy = (await browser().get("/healthz")).headers.get("Content-Security-Policy");
    return /connect-src [^;]*/.exec(policy ?? "")?.[0];
  };
  expect(await connect()).toBe("connect-src 'self'");
  expect(await connect("https://s3.example")).toBe("connect-src 'self' https://s3.example");
});
