import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { someone } from "../../testing/app.ts";
import { anImage } from "../../testing/pictures.ts";
import type { RunningProduct } from "../../testing/process.ts";
import { productForTest } from "../../testing/product-for-test.ts";

async function start(dataDir: string): Promise<RunningProduct> {
  return await productForTest({ DATA_DIR: dataDir });
}

/** Calls as a browser makes them, with a new member's session. */
async function browserOf({ origin }: RunningProduct, username = someone.username) {
  const ask = (method: string, path: string, body?: unknown, cookie = "") =>
    fetch(`${origin}${path}`, {
      method,
      headers: {
        "Sec-Fetch-Site": "same-origin",
        Origin: origin,
        Cookie: cookie,
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const email = `${username}@example.com`;
  const registered = await ask("POST", "/api/register", { ...someone, username, email });
  await registered.body?.cancel();
  const cookie = registered.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  return (method: string, path: string, body?: unknown) => ask(method, path, body, cookie);
}

const put = (url: string, body: BodyInit) => fetch(url, { method: "PUT", body });

/** The first bytes of a picture. */
function aPart(): Uint8Array<ArrayBuffer> {
  const part = new Uint8Array(256 * 1024);
  part.set([0xff, 0xd8, 0xff]);
  return part;
}

/** A stream of that many megabytes, one at a time, without a length. */
function streamOf(parts: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(aPart());
      if (++sent === parts) controller.close();
    },
  });
}

/** A stream that sends its first parts and never ends. */
function streamWithoutEnd(parts = 1): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (++sent > parts) return new Promise(() => {});
      controller.enqueue(aPart());
    },
  });
}

it("stores pictures completely or not at all, also after a kill, and never too large ones", async () => {
  const dataDir = await temporaryFolder();
  const product = await start(dataDir);
  const ask = await browserOf(product);
  const { uploadURL } = await (await ask("POST", "/api/objects/upload")).json();
  expect(uploadURL).toContain(`${product.origin}/objects/uploads/`);
  for (const body of [new Uint8Array(10_485_761), streamOf(60)]) {
    const refused = await put(uploadURL, body);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toEqual({ message: "The file is larger than 10 MB" });
  }
  const unfinished = async () => {
    const folder = join(dataDir, "objects", "tmp");
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile());
  };
  await expect.poll(unfinished).toEqual([]);
  const sending = put(uploadURL, streamWithoutEnd()).catch((error) => error);
  await expect.poll(unfinished).toHaveLength(1);
  await product.stop("SIGKILL");
  expect(await sending).toBeInstanceOf(Error);
  expect((await readdir(join(dataDir, "objects"))).sort()).toEqual(["installation", "tmp"]);

  const { origin } = await start(dataDir);
  const { pathname, search } = new URL(uploadURL);
  const image = new Uint8Array(await anImage());
  expect((await put(`${origin}${pathname}${search}`, image)).status).toBe(200);
});

it("keeps a slow upload on disk, not in memory", async () => {
  const dataDir = await temporaryFolder();
  const product = await start(dataDir);
  const memory = async () => {
    const status = await readFile(`/proc/${product.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024 / 1e6;
  };
  const askers = await Promise.all(
    Array.from({ length: 7 }, (_, at) => browserOf(product, `slow${at}`)),
  );
  const before = await memory();
  for (const ask of askers) {
    for (let at = 0; at < 3; at++) {
      const { uploadURL } = await (await ask("POST", "/api/objects/upload")).json();
      // Nine megabytes have arrived.
      void put(uploadURL, streamWithoutEnd(36)).catch(() => undefined);
    }
  }
  const arrived = async () => {
    const folder = join(dataDir, "objects", "tmp");
    const names = await readdir(folder, { recursive: true }).catch(() => []);
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name)))));
    return sizes.filter((file) => file.isFile()).reduce((sum, { size }) => sum + size, 0) / 1e6;
  };
  await expect.poll(arrived).toBeGreaterThan(197);
  expect(await memory() - before).toBeLessThan(130);
});
