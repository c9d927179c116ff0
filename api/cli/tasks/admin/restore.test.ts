import { existsSync } from "node:fs";
import { mkdir, readdir, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { runAdmin } from "../../../testing/admin.ts";
import { password, send, sessionIn } from "../../../testing/calls.ts";
import type { RunningProduct } from "../../../testing/process.ts";
import { productForTest } from "../../../testing/product-for-test.ts";
import { backUpProgram } from "../../../testing/restored.ts";
import { giveOrder, importMap, isCarriedOut } from "../../../crash-tests/orders.ts";
import { type Point, steps } from "../../../crash-tests/steps.ts";
import { aProgram, logIn, withPatAndKim } from "../../../testing/program.ts";

it("restores people and pictures on an empty machine, without members erased since", async () => {
  const program = await aProgram();
  const { pat, kim, picture } = await withPatAndKim(program);
  const file = await backUpProgram(program);
  const before = await program.start();
  expect((await send(before, "DELETE", "/api/account", kim)).status).toBe(204);
  await before.stop();
  await program.loseData();
  const { code, stdout, stderr } = await program.run(["restore", file, "--yes"]);
  expect(stderr).toMatch(
    /^This is the backup of .+, made on .+: 2 people with an account/,
  );
  expect(stdout).toMatch(/^Restored .+, with 1 person\. Changes after .+ are lost\.\n/);
  expect(code).toBe(0);
  const product = await program.start();
  expect(await logIn(product, pat)).toBe(200);
  expect(await logIn(product, kim)).toBe(401);
  const login = await send(product, "POST", "/api/login", { body: { username: "pat", password } });
  expect((await send(product, "GET", picture, { cookie: sessionIn(login) })).status).toBe(200);
  await product.stop();
  expect(existsSync(join(program.environment.DATA_DIR, "restore"))).toBe(false);
  expect((await program.run(["verify"])).code).toBe(0);
});

it("is refused if the list of deleted accounts can't be read", async () => {
  const program = await aProgram();
  const { pat } = await withPatAndKim(program);
  const file = await backUpProgram(program);
  await program.loseData();
  const list = join(dirname(file), "erasures");
  await rm(list, { force: true });
  await mkdir(list);
  const again = () => runAdmin(["restore", file, "--yes"], program);
  const refused = await again();
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("so the restore would bring them back");
  await rmdir(list);
  expect((await again()).code).toBe(0);
  const product = await program.start();
  expect(await logIn(product, pat)).toBe(200);
  await product.stop();
});

describe("a restore that is killed", () => {
  const points: readonly Point[] = ([
    "restored picture",
    "restored copy",
    "secret added",
    "log of the empty database",
    "restored database",
  ] as const).flatMap((step) => steps[step][1].map((moment) => ({ step, moment })));

  it.each(points)(
    "$moment $step leaves nothing or everything, and can be repeated",
    async (point) => {
      const program = await aProgram();
      const { pat, picture } = await withPatAndKim(program);
      const file = await backUpProgram(program);
      await program.loseData();
      const { SECRET, ...others } = program.environment;
      const orders = join(program.folder, "orders.json");
      const environment = { ...others, CRASH_ORDERS: orders };
      await giveOrder(orders, { ...point, occurrence: 1 });
      const options = { environment, importMap, input: `${SECRET}\n` };
      expect((await runAdmin(["restore", file, "--yes"], options)).code).toBe(137);
      expect(isCarriedOut(orders)).toBe(true);

      const isRestored = point.step === "restored database" && point.moment === "after";
      await lookAt(others, async (product) => {
        expect(await logIn(product, pat)).toBe(isRestored ? 200 : 401);
      });
      const again = await runAdmin(["restore", file, "--yes"], options);
      expect([again.code, again.stderr.includes("has people already")])
        .toEqual(isRestored ? [1, true] : [0, false]);
      await lookAt(others, async (product) => {
        const body = { username: pat.username, password };
        const login = await send(product, "POST", "/api/login", { body });
        expect((await send(product, "GET", picture, { cookie: sessionIn(login) })).status).toBe(
          200,
        );
      });
      expect(await readdir(others.DATA_DIR)).not.toContain("restore");
    },
  );
});

async function lookAt(
  environment: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
  look: (product: RunningProduct) => Promise<void>,
): Promise<void> {
  const product = await productForTest(environment);
  await look(product);
  await product.stop();
}
