import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { send, signUp } from "../testing/calls.ts";
import { someProfile } from "../testing/app.ts";
import { productForTest } from "../testing/product-for-test.ts";

it("reports that nothing can be saved once its data folder is deleted, and isn't ready", async () => {
  const folder = join(await temporaryFolder(), "data");
  const product = await productForTest({ DATA_DIR: folder });
  const { cookie } = await signUp(product, "pat");
  // The folder can't be deleted if the service writes a file into it at the same time.
  await rename(folder, `${folder}-gone`);
  await rm(`${folder}-gone`, { recursive: true });
  const save = () => send(product, "POST", "/api/profile", { cookie, body: someProfile });
  const saved = await save();
  expect([saved.status, await saved.json()]).toEqual([503, {
    message:
      "Nothing can be saved right now: the disk of this service is full, or can't be written to. " +
      "Try again later.",
  }]);
  await expect.poll(async () => (await send(product, "GET", "/readyz")).status).toBe(503);
});
