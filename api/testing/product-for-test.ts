import { onTestFinished } from "vitest";
import { secrets } from "../../events/testing/system.ts";
import { type RunningProduct, startProduct } from "./process.ts";

/** A product process for the current test, killed after it. */
export async function productForTest(
  ...args: Parameters<typeof startProduct>
): Promise<RunningProduct> {
  const product = await startProduct(...args);
  onTestFinished(() => product.stop("SIGKILL"));
  return product;
}

/** Variables that name a data folder and its secret. */
export function variablesOf(
  folder: string,
  { identity }: Pick<typeof secrets, "identity"> = secrets,
) {
  return { DATA_DIR: folder, SECRET: identity };
}
