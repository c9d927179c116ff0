import { join } from "node:path";
import type { Environment } from "../config/env.ts";
import { createLocalStore } from "./local.ts";
import type { ObjectStore } from "./object-store.ts";
import { createS3Store } from "./s3.ts";

/** A bucket of a server. */
export const openBucket: (settings: NonNullable<Environment["s3"]>) => ObjectStore = createS3Store;

/** The store that the environment names. */
export function openObjects(
  { s3, dataDir, secrets, now }: Pick<Environment, "s3" | "dataDir"> & {
    /** The claim key never changes, so that addresses stay good. */
    readonly secrets: { readonly claimKey: Uint8Array };
    readonly now: () => Date;
  },
): ObjectStore {
  if (s3 !== undefined) return createS3Store(s3);
  return createLocalStore({ folder: join(dataDir, "objects"), secret: secrets.claimKey, now });
}
