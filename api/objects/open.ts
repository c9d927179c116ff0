import { join } from "node:path";
import type { Environment } from "../config/env.ts";
import { createLocalStore } from "./local.ts";
import type { ObjectStore } from "./object-store.ts";

/** Loaded here because the client takes a quarter of a start. */
async function openBucket(settings: NonNullable<Environment["s3"]>): Promise<ObjectStore> {
  const { createS3Store } = await import("./s3.ts");
  return createS3Store(settings);
}

export async function openObjects(
  { s3, dataDir }: Pick<Environment, "s3" | "dataDir">,
  /** Never changes, so that addresses stay valid. */
  { claimKey }: { readonly claimKey: Uint8Array },
  now: () => Date,
): Promise<ObjectStore> {
  if (s3 !== undefined) return await openBucket(s3);
  return createLocalStore({ folder: join(dataDir, "objects"), secret: claimKey, now });
}
