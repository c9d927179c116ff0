// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../testing/calls.ts";
import { getJson, messageOf, send } from "./calls.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const failure = (asked: Promise<unknown>) => asked.then(() => undefined, (error: unknown) => error);

describe("calls", () => {
  it("send a body only if there is one", async () => {
    const calls = answerCalls({ "POST /api/logout": [204], "PATCH /api/user": [200, { id: "1" }] });
    expect(await send("POST", "/api/logout")).toBeUndefined();
    expect(await send("PATCH", "/api/user", { username: "sam" })).toEqual({ id: "1" });
    expect(calls.map(({ body }) => body)).toEqual([undefined, { username: "sam" }]);
  });

  it("send the session's cookie", async () => {
    const fetched = vi.fn(async () => new Response("{}"));
    vi.stubGlobal("fetch", fetched);
    await getJson("/api/user");
    expect(fetched).toHaveBeenCalledWith(
      "/api/user",
      expect.objectContaining({ credentials: "include" }),
    );
  });

  it("outlive their page if they change something, unless they are too long", async () => {
    const kept: (boolean | undefined)[] = [];
    vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
      kept.push(init.keepalive);
      return new Response("{}");
    });
    await send("PATCH", "/api/profile", { isVisible: false });
    await send("PATCH", "/api/profile", { bio: "a".repeat(20_000) });
    await getJson("/api/user");
    expect(kept).toEqual([true, false, undefined]);
  });

  it("fail with the status and the body, and keep the server's message", async () => {
    answerCalls({ "POST /api/login": [400, { message: "Wrong", fields: { username: "Short" } }] });
    const error = await failure(send("POST", "/api/login", {}));
    expect(error).toMatchObject({
      message: '400: {"message":"Wrong","fields":{"username":"Short"}}',
      serverMessage: "Wrong",
      fields: { username: "Short" },
    });
    expect(messageOf(error, "Otherwise")).toBe("Wrong");
  });

  it("fail with the status text if the body is empty", async () => {
    vi.stubGlobal(
      "fetch",
      async () => new Response(null, { status: 502, statusText: "Bad Gateway" }),
    );
    const error = await failure(getJson("/api/user"));
    expect(error).toMatchObject({ message: "502: Bad Gateway", fields: {} });
    expect(messageOf(error, "Otherwise")).toBe("Otherwise");
  });
});
