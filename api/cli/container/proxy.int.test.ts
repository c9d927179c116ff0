import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, it, onTestFinished } from "vitest";
import { startServerProcess } from "../../../events/testing/server-process.ts";
import { fileInRoot } from "./testing/compose-file.ts";

/** Caddy, where CADDY names it. */
const program = process.env.CADDY ?? "";
const why = program === "" ? " (skipped: CADDY does not name its program)" : "";
const megabyte = new Uint8Array(2 ** 20);

/** A service behind the proxy of docker-compose.yml that reports how much it received, over plain http. */
async function givenProxy() {
  const service = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (sent) => {
      let bytes = 0;
      for await (const chunk of sent.body ?? []) bytes += chunk.byteLength;
      return new Response(String(bytes));
    },
  );
  onTestFinished(() => service.shutdown());
  return await startServerProcess({
    program,
    args: (folder) => ["run", "--config", join(folder, "Caddyfile")],
    health: "/readyz",
    environment: { NODES: `127.0.0.1:${service.addr.port}` },
    prepare: async (folder, address) => {
      await mkdir(folder);
      const file = fileInRoot("api/cli/container/Caddyfile")
        .replace("http://127.0.0.1:8081", "http://127.0.0.1:0")
        .replace("{$APP_ORIGIN}", `http://${address}`);
      await writeFile(join(folder, "Caddyfile"), file);
    },
  });
}

/**
 * Sends megabytes without declaring the length, on a connection of its own: after a refusal, the proxy
 * may read the rest of them as the connection's next request.
 */
async function send(url: string, megabytes: number) {
  using client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  let left = megabytes;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => left-- > 0 ? controller.enqueue(megabyte) : controller.close(),
  });
  const answer = await fetch(url, { method: "POST", body, ...{ client } });
  return { status: answer.status, text: await answer.text() };
}

describe.skipIf(program === "")(`the proxy${why}`, () => {
  it("accepts a backup that is larger than any other upload", async () => {
    const { url } = await givenProxy();
    const whole = { status: 200, text: String(100 * 2 ** 20) };
    expect(await send(`${url}/restore/backup`, 100)).toEqual(whole);
    for (const path of ["/restore", "/restore/backup/more", "/program/import", "/login"]) {
      const refused = { status: 413, text: expect.stringContaining("up to 10 MB") };
      expect(await send(url + path, 13)).toEqual(refused);
    }
  });
});
