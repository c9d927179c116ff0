import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseEnvironment } from "../config/env.ts";
import { ObjectsUnavailable, readAll, Unwanted } from "./object-store.ts";
import { createS3Store } from "./s3.ts";

/** A store in a bucket of a server that answers as given. Without a limit, it waits for a busy machine. */
async function given(answer: RequestListener, withinMs?: number) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { s3 } = parseEnvironment({
    S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    S3_BUCKET: "pictures",
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
  }, () => "");
  if (s3 === undefined) throw new Error("No bucket is configured");
  return createS3Store(s3, withinMs);
}

describe("a failing object server", () => {
  it.each<[string, RequestListener]>([
    ["never answers", () => {}],
    ["is overloaded", (_, answer) => answer.writeHead(503).end("<Error/>")],
    ["answers with something else", (_, answer) => answer.writeHead(200).end("<html>hello")],
    ["sends elsewhere", (_, answer) => answer.writeHead(301, { Location: "http://[::1]/" }).end()],
  ])("%s: it is away, for everything that is asked of it", async (_, answer) => {
    const store = await given((request, response) => {
      request.resume();
      answer(request, response);
    }, 300);
    const key = "pictures/a/b.webp";
    await expect(store.remove([key])).rejects.toThrow(ObjectsUnavailable);
    await expect(Array.fromAsync(store.list("pictures/"))).rejects.toThrow(ObjectsUnavailable);
  });

  it("counts as unavailable if it starts an answer and never ends it", async () => {
    const store = await given((_, answer) => {
      answer.writeHead(200, { "Content-Length": "100" });
      answer.write("some");
    });
    const found = await store.read("pictures/a/b.webp");
    const body = found?.body ?? new Blob().stream();
    await expect(readAll(body, 1000, 300)).rejects.toThrow(ObjectsUnavailable);
  });

  it.each([
    ["it is no longer wanted", async () => false, Unwanted],
    ["the log can't be read", () => Promise.reject(new Error("The log is away")), Error],
  ])("loses a new object if %s", async (_, isWanted, error) => {
    const asked: string[] = [];
    const store = await given((request, answer) => {
      asked.push(`${request.method} ${request.url?.split("?")[0]}`);
      request.resume();
      answer.writeHead(200).end("<DeleteResult/>");
    });
    const putting = store.put("pictures/a/b.webp", new Uint8Array(1), isWanted);
    await expect(putting).rejects.toThrow(error);
    expect(asked).toEqual(["PUT /pictures/pictures/a/b.webp", "POST /pictures/"]);
  });

  it("serves everyone else while a hundred people read slowly", async () => {
    const store = await given((_, answer) => {
      answer.writeHead(200, { "Content-Length": "100" });
      answer.write("some");
    });
    const slowly = Array.from({ length: 100 }, () => store.read("pictures/a/b.webp"));
    const found = [...await Promise.all(slowly), await store.read("pictures/a/b.webp")];
    expect(found.filter((object) => object !== undefined)).toHaveLength(101);
    for (const object of found) await object?.body.cancel().catch(() => undefined);
  });

  it("counts as unavailable if it hangs up in the middle", async () => {
    const store = await given((_, answer) => {
      answer.writeHead(200, { "Content-Length": "100" });
      answer.write("some", () => answer.destroy());
    });
    const found = await store.read("pictures/a/b.webp");
    await expect(readAll(found?.body ?? new Blob().stream(), 1000)).rejects.toThrow(
      ObjectsUnavailable,
    );
  });
});
