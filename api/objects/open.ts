import { join } from "node:path";
import { bucketOf } from "../config/continuous-backup.ts";
import type { Environment } from "../config/env.ts";
import { createLocalStore } from "./local.ts";
import type { ObjectStore } from "./object-store.ts";

/** Its client takes a quarter of a start, so it is only loaded here. */
export async function openBucket(settings: NonNullable<Environment["s3"]>): Promise<ObjectStore> {
  const { createS3Store } = await import("./s3.ts");
  return createS3Store(settings);
}

export async function openObjects(
  { s3, dataDir, secrets, now }: Pick<Environment, "s3" | "dataDir"> & {
    /** The claim key never changes, so that addresses stay valid. */
    readonly secrets: { readonly claimKey: Uint8Array };
    readonly now: () => Date;
  },
): Promise<ObjectStore> {
  if (s3 !== undefined) return await openBucket(s3);
  return createLocalStore({ folder: join(dataDir, "objects"), secret: secrets.claimKey, now });
}

export interface CopyStores {
  readonly log: ObjectStore;
  readonly vault: ObjectStore;
}

/** Stores of the continuous backup, if any; nothing is contacted yet. */
export async function openCopyStores(
  { continuous, s3 }: Pick<Environment, "continuous" | "s3">,
): Promise<CopyStores | undefined> {
  if (continuous === undefined) return undefined;
  const open = async (place: string) => {
    const bucket = bucketOf(place);
    return bucket !== undefined && s3 !== undefined
      ? await openBucket({ ...s3, bucket })
      // Never used for upload addresses.
      : createLocalStore({ folder: place, secret: new Uint8Array(), now: () => new Date() });
  };
  return { log: await open(continuous.log), vault: await open(continuous.vault) };
}
