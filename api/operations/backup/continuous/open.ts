import type { Environment } from "../../../config/env.ts";
import { createLocalStore } from "../../../objects/local.ts";
import type { ObjectStore } from "../../../objects/object-store.ts";
import { openBucket } from "../../../objects/open.ts";
import { bucketOf } from "./settings.ts";

/** Where the continuous copies go. */
export interface ContinuousStores {
  readonly log: ObjectStore;
  readonly vault: ObjectStore;
}

/** The stores that the environment names, if any; nothing is asked or made yet. */
export async function openContinuous(
  { continuous, s3 }: Pick<Environment, "continuous" | "s3">,
): Promise<ContinuousStores | undefined> {
  if (continuous === undefined) return undefined;
  const open = async (place: string) => {
    const bucket = bucketOf(place);
    return bucket !== undefined && s3 !== undefined
      ? await openBucket({ ...s3, bucket })
      // Nobody is given an address to upload to.
      : createLocalStore({ folder: place, secret: new Uint8Array(), now: () => new Date() });
  };
  return { log: await open(continuous.log), vault: await open(continuous.vault) };
}
