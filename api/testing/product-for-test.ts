import { onTestFinished } from "vitest";
import { type RunningProduct, startProduct } from "./process.ts";

/** Product process of the running test; killed when the test is over. */
export async function productForTest(
  ...args: Parameters<typeof startProduct>
): Promise<RunningProduct> {
  const product = await startProduct(...args);
  onTestFinished(() => product.stop("SIGKILL"));
  return product;
}
