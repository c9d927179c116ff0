import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Encrypter } from "age-encryption";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { parseEnvironment } from "../config/env.ts";
import { identityLines } from "../config/identities.ts";
import { openStores } from "../node/stores.ts";
import { runAdmin, runAdminHere } from "../testing/admin.ts";
import { someProfile } from "../testing/app.ts";
import { password, send, signUp } from "../testing/calls.ts";
import { NotStarted, type RunningProduct } from "../testing/process.ts";
import { productForTest } from "../testing/product-for-test.ts";
import { giveOrder, importMap, isCarriedOut } from "../crash-tests/orders.ts";

const execute = promisify(execFile);
const noAge = await execute("age", ["--version"]).then(() => false, () => true);
const change = ["change-secret", "--yes"];

/** In order. Before the last one, only the file has changed. */
const points = [
  ["before", "secret file"],
  ["within", "secret file"],
  ["after", "secret file"],
  ["before", "secret added"],
  ["after", "secret added"],
  ["before", "change of the secret"],
  ["within", "change of the secret"],
  ["after", "change of the secret"],
] as const;

async function given() {
  const environment = { DATA_DIR: join(await temporaryFolder(), "data") };
  const path = join(environment.DATA_DIR, "secrets", "secret");
  const product = await productForTest(environment);
  const pat = await signUp(product, "pat");
  await send(product, "POST", "/api/profile", { cookie: pat.cookie, body: someProfile });
  return {
    environment,
    path,
    pat,
    product,
    secrets: async () => identityLines(await readFile(path, "utf8")),
    run: (args = change) => runAdmin(args, { environment }),
    /** Checks that Pat's session, profile and password are as before. */
    async expectPat(running: RunningProduct) {
      const profile = await send(running, "GET", "/api/profile/me", { cookie: pat.cookie });
      expect(await profile.json()).toMatchObject({ rank: someProfile.rank });
      const body = { username: pat.username, password };
      expect((await send(running, "POST", "/api/login", { body })).status).toBe(200);
      // A replay opens everything that is sealed, and compares what comes of it.
      expect(await runAdmin(["verify"], { environment })).toMatchObject({ code: 0, stderr: "" });
    },
  };
}

describe("npm run admin -- change-secret", () => {
  it("is refused while the service runs, or without confirmation", async () => {
    const { environment, run, product, secrets, expectPat } = await given();
    const before = await secrets();
    expect(await run()).toMatchObject({
      code: 1,
      stderr: "Stop the service first, on every machine. Nothing was changed.\n",
    });
    await product.stop();
    expect(await run(["change-secret"]))
      .toMatchObject({ code: 1, stderr: expect.stringContaining("Nothing was done. Add --yes") });
    expect(await secrets()).toEqual(before);
    await expectPat(await productForTest(environment));
  });

  it("replaces the secret, keeps the old one beside it, and changes nothing for people", async () => {
    const { environment, path, run, product, secrets, expectPat } = await given();
    const [old = ""] = await secrets();
    await product.stop();
    const { code, stdout, stderr } = await run();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [first, next = "", ...rest] = await secrets();
    expect([first, rest]).toEqual([old, []]);
    expect(stdout).not.toContain("AGE-SECRET-KEY");
    expect((await run(["doctor"])).stdout).toMatch(
      /^WARN +secret +no one has confirmed a copy[^]*keep the one that was in use until \d{4}-/m,
    );
    const after = await productForTest(environment);
    await expectPat(after);
    await after.stop();

    await writeFile(path, old);
    const refused = await productForTest(environment).catch((error) => error);
    expect(refused).toBeInstanceOf(NotStarted);
    expect(refused.written).toContain("is another secret than the one that");
    await writeFile(path, next);
    await expectPat(await productForTest(environment));
  });

  it.skipIf(noAge)("keeps a file with which age opens backups from before and after", async () => {
    const { environment, path, run, product } = await given();
    const backUp = async () => {
      const stores = await openStores(parseEnvironment(environment, () => ""));
      stores.close();
      const encrypter = new Encrypter();
      encrypter.addRecipient(stores.secrets.recipient);
      const backup = join(environment.DATA_DIR, "..", `${randomUUID()}.age`);
      await writeFile(backup, await encrypter.encrypt("a backup"));
      return backup;
    };
    await product.stop();
    const before = await backUp();
    expect(await run()).toMatchObject({ code: 0 });
    for (const backup of [before, await backUp()]) {
      expect((await execute("age", ["-d", "-i", path, backup])).stdout).toBe("a backup");
    }
  });

  it("leaves the old or the new secret in use, whenever it is killed, and can be run again", async () => {
    const { environment, path, run, product, secrets, expectPat } = await given();
    const orders = join(environment.DATA_DIR, "..", "orders.json");
    const variables = { ...environment, CRASH_ORDERS: orders };
    const inUse = async () => {
      const stores = await openStores(parseEnvironment(environment, () => ""));
      stores.close();
      return stores.secrets.identity;
    };
    const [first] = await secrets();
    await product.stop();
    for (const [moment, step] of points) {
      await giveOrder(orders, { step, moment, occurrence: 1 });
      await runAdmin(change, { environment: variables, importMap });
      expect([moment, step, isCarriedOut(orders)]).toEqual([moment, step, true]);
      // A replay opens everything that is sealed, and compares what comes of it.
      expect(await runAdminHere(["verify"], { environment })).toMatchObject({ code: 0 });
      const isChanged = step === "change of the secret" && moment === "after";
      expect([moment, step, await inUse() === first]).toEqual([moment, step, !isChanged]);
    }
    const last = await inUse();
    expect(await run()).toMatchObject({ code: 0 });
    expect(await inUse()).not.toBe(last);
    expect(await secrets()).toEqual(expect.arrayContaining([first, last, await inUse()]));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await expectPat(await productForTest(environment));
  });
});
