import { randomUUID } from "node:crypto";
import type { MemberTable } from "../../../events/read/members.ts";
import {
  createConcurrencyLimit,
  createKeyedConcurrencyLimit,
  TooManyWaiting,
} from "../../auth/limits/concurrency-limit.ts";
import type { RateLimits } from "../../auth/limits/rate-limits.ts";
import { Problem } from "../../contract/problem.ts";
import { onlyDrawable } from "../../objects/file-kind.ts";
import { parseUploadKey, uploadKey } from "../../objects/keys.ts";
import { type ObjectStore, type ReceiveUpload, UploadRefused } from "../../objects/object-store.ts";
import {
  maxUnusedUploads,
  maxUnusedUploadsOfAll,
  removeSurplus,
} from "../../objects/unused-uploads.ts";

interface UploadsParts {
  readonly objects: ObjectStore;
  readonly limits: Pick<RateLimits, "upload">;
  readonly members: Pick<MemberTable, "byId">;
}

export type Uploads = ReturnType<typeof createUploads>;

/** Uploads of files that will become pictures. */
export function createUploads({ objects, limits, members }: UploadsParts) {
  return {
    /** Address for one PUT within ten minutes: a URL, or a path of this site. 429 after too many. */
    async start(memberId: string): Promise<string> {
      await limits.upload(memberId);
      // Leave room for the new one.
      await removeSurplus(objects, maxUnusedUploads - 1, memberId);
      return await objects.uploadAddress(uploadKey({ memberId, uploadId: randomUUID() }));
    },
    receive: objects.receive && receiver(objects, objects.receive, members),
  };
}

/** Maximum number of simultaneous uploads. Each may take ten megabytes of disk for ten minutes. */
const arrivalsAtOnce = 50;

/** Receives uploads that may be drawn from existing members, up to the limits of unused ones. */
function receiver(
  objects: ObjectStore,
  receive: ReceiveUpload,
  members: Pick<MemberTable, "byId">,
): ReceiveUpload {
  const memberLimit = createKeyedConcurrencyLimit(maxUnusedUploads, 0);
  const arrivalLimit = createConcurrencyLimit(arrivalsAtOnce, 0);

  return async (address, body, declaredBytes) => {
    // The store refuses invalid addresses.
    const { memberId = "" } = parseUploadKey(objects.keyOf(address) ?? "") ?? {};
    const take = async () => {
      const file = body && onlyDrawable(body);
      const isWanted = async () => await members.byId(memberId) !== undefined;
      await receive(address, file && file.body, declaredBytes, isWanted)
        .catch((error) => {
          const isBrokenOff = error instanceof UploadRefused && error.reason === "broken-off";
          throw isBrokenOff && file?.refusal() || error;
        });
    };
    await memberLimit(memberId, () => arrivalLimit(take)).catch((error) => {
      throw error instanceof TooManyWaiting ? tooManyArrive() : error;
    });
    await removeSurplus(objects, maxUnusedUploads, memberId);
    await removeSurplus(objects, maxUnusedUploadsOfAll);
  };
}

function tooManyArrive(): Problem {
  const message = "Too many files are being uploaded. Try again in a minute.";
  return new Problem(503, message, { retryAfterSeconds: 60 });
}
