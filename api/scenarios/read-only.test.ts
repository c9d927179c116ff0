import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { holdLock } from "../../events/testing/hold-lock.ts";
import { someone, someProfile } from "../testing/app.ts";
import type { CallOptions } from "../testing/calls.ts";
import { noOtherUser, otherUserId } from "../testing/other-user.ts";
import { productForTest } from "../testing/product-for-test.ts";
import { request } from "../crash-tests/requests.ts";

let above: string;
beforeAll(async () => {
  above = await mkdtemp(join(tmpdir(), "alumni-connect-"));
  if (otherUserId !== undefined) await chown(above, otherUserId, otherUserId);
  return () => rm(above, { recursive: true });
});

describe("a data folder that may only be read", () => {
  it.for(
    [
      ["the folder", ".", 0o500, "DATA_DIR: "],
      ["the database", "alumni.db", 0o400, "DATABASE_URL: "],
      ["a secret that may not even be read", "secrets/secret", 0, "SECRET_FILE: "],
    ] as const,
  )(
    "prevents a start, with one line that names it: %s",
    async ([, name, mode, line], test) => {
      if (noOtherUser) return test.skip(noOtherUser);
      const folder = join(above, "data");
      if (!existsSync(folder)) await (await start(await ownFolder("data"))).stop();
      await chmod(join(folder, name), mode);
      onTestFinished(() => chmod(join(folder, name), 0o700));
      const error = await start(folder).catch((error) => error);
      expect(error).toMatchObject({ code: 1, written: expect.stringContaining(`  ${line}`) });
      expect(error.written).toContain(join(folder, name));
      expect(error.written).not.toMatch(/^ +at |Uncaught/m);
    },
  );

  it(
    "refuses changes, answers readers, and recovers by itself",
    async (test) => {
      if (noOtherUser) return test.skip(noOtherUser);
      const folder = await ownFolder("recovers");
      const product = await start(folder);
      const ask = (method: string, path: string, asked?: CallOptions) =>
        request(product.origin, method, path, asked);
      const { cookie } = await ask("POST", "/api/register", { body: someone });
      await ask("POST", "/api/profile", { cookie, body: someProfile });
      const patch = (bio: string) => ask("PATCH", "/api/profile", { cookie, body: { bio } });
      expect((await patch("before")).status).toBe(200);

      const names = (await readdir(folder)).filter((name) => name.includes(".db"));
      const setModes = (mode: number) =>
        Promise.all(names.map((name) => chmod(join(folder, name), mode)));
      await setModes(0o400);
      // Files that are open stay writable, so the product has to open them again to notice.
      const lock = await holdLock(join(folder, "alumni.db"));
      const during = patch("during");
      expect(await during).toMatchObject({ status: 503, retryAfter: "30" });
      await lock.release();
      expect(await patch("still")).toMatchObject({ status: 503, retryAfter: "30" });
      for (const path of ["/api/user", "/api/directory", "/", "/healthz"]) {
        expect([path, await ask("GET", path, { cookie })]).toMatchObject([path, { status: 200 }]);
      }
      expect((await ask("GET", "/api/profile/me", { cookie })).body.bio).toBe("before");

      await setModes(0o600);
      expect((await patch("after")).status).toBe(200);
      expect((await ask("GET", "/api/profile/me", { cookie })).body.bio).toBe("after");
      expect(product.written()).not.toContain('"status":500');
    },
  );
});

/** A data folder owned by the user that runs the product. */
async function ownFolder(name: string) {
  const folder = join(above, name);
  await mkdir(folder);
  if (otherUserId !== undefined) await chown(folder, otherUserId, otherUserId);
  return folder;
}

/** Compiled modules are cached for all starts, because compiling takes longer than the rest of a start. */
const start = (folder: string) =>
  productForTest(
    { DATA_DIR: folder, DENO_DIR: above, HOME: above },
    otherUserId === undefined ? {} : { userId: otherUserId },
  );
