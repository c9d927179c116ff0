import { onTestFinished } from "vitest";
import { secrets } from "../../events/testing/system.ts";
import { type RunningProduct, startProduct } from "./process.ts";

/** Product process of the running test; killed when the test is over. */
export async function productForTest(
  ...args: Parameters<typeof startProduct>
): Promise<RunningProduct> {
  const product = await startProduct(...args);
  onTestFinished(() => product.stop("SIGKILL"));
  return product;
}

/** Variables that name a data folder and its secrets. */
export function variablesOf(
  folder: string,
  { kek, claimKey }: Pick<typeof secrets, "kek" | "claimKey"> = secrets,
) {
  const base64 = (key: Uint8Array) => Buffer.from(key).toString("base64");
  return { DATA_DIR: folder, KEK: base64(kek), CLAIM_KEY: base64(claimKey) };
}
