import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { signUp } from "../testing/calls.ts";
import { NotStarted } from "../testing/process.ts";
import { productForTest } from "../testing/product-for-test.ts";
import { giveOrder, importMap, isCarriedOut } from "../crash-tests/orders.ts";

const moments = process.env.CRASHES === "all"
  ? ["before", "within", "after"] as const
  : ["within"] as const;

it.each(
  ([["secret file", 1], ["migration", 1]] as const).flatMap(([step, occurrence]) =>
    moments.map((moment) => [moment, step, occurrence] as const)
  ),
)("a start works after a first start that died %s %s %i", async (moment, step, occurrence) => {
  const folder = await temporaryFolder();
  const orders = join(folder, "orders.json");
  const environment = { DATA_DIR: join(folder, "data"), CRASH_ORDERS: orders };
  await giveOrder(orders, { step, moment, occurrence });
  await expect(productForTest(environment, { importMap })).rejects.toThrow(NotStarted);
  expect(isCarriedOut(orders)).toBe(true);
  const product = await productForTest(environment);
  expect(await signUp(product, "first")).toHaveProperty("id");
});
