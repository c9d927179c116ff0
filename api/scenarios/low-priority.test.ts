import { chown, mkdtemp, rm } from "node:fs/promises";
import { platform, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { addPicture, signUp } from "../testing/calls.ts";
import { noOtherUser, otherUserId } from "../testing/other-user.ts";
import { aPdf } from "../testing/pictures.ts";
import { productForTest } from "../testing/product-for-test.ts";
import { ranksOf } from "../testing/threads.ts";

it.for([10, 19])(
  "a service started with a nice value of %i by another user than root hashes passwords and draws pictures",
  async (niceness, test) => {
    if (platform() !== "linux") return test.skip("threads have a nice value of their own on Linux");
    if (noOtherUser) return test.skip(noOtherUser);
    const folder = await mkdtemp(join(tmpdir(), "alumni-connect-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    if (otherUserId !== undefined) await chown(folder, otherUserId, otherUserId);
    const environment = { DATA_DIR: join(folder, "data") };
    const product = await productForTest(environment, { userId: otherUserId, niceness });
    const { cookie } = await signUp(product, "pat");
    await addPicture(product, { cookie }, new Uint8Array(aPdf()));
    const nices = (await ranksOf(product.pid)).map(({ nice }) => nice);
    expect(Math.min(...nices)).toBeGreaterThanOrEqual(niceness);
  },
);
