import { Refusal } from "../../../events/errors.ts";
import { canView } from "../../../events/members/privacy.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { causeOf } from "../../auth/cause.ts";
import {
  createConcurrencyLimit,
  createKeyedConcurrencyLimit,
  TooManyWaiting,
} from "../../auth/concurrency-limit.ts";
import type { Shared } from "../../composition/shared.ts";
import { describeError } from "../../node/log.ts";
import { FileRefused, onlyDrawable } from "../../objects/file-kind.ts";
import {
  keyOfPath,
  keysOfPicture,
  parsePictureKey,
  parseUploadKey,
  pathOf,
  pictureKey,
  uploadKey,
  type UploadName,
} from "../../objects/keys.ts";
import {
  maxUploadBytes,
  type ObjectStore,
  readAll,
  type ReceiveUpload,
  type StoredObject,
  TooLarge,
  Unwanted,
  UploadRefused,
} from "../../objects/object-store.ts";
import {
  maxUnusedUploads,
  maxUnusedUploadsOfAll,
  removeSurplus,
} from "../../objects/unused-uploads.ts";
import { Problem } from "../../contract/problem.ts";
import type { Origin } from "../../auth/origin.ts";
import { type PictureFiles, picturePathKey, toPictureFiles } from "./picture-files.ts";

type RequestOrigin = Pick<Origin, "requestId">;

/** A file is in memory while it waits to be drawn, and one is drawn at a time. */
const filesAtOnce = 1;

export function createPictures(deps: Shared) {
  const { members, isPresent, table, objects, draw, limits, newId, log } = deps;
  const pathKey = picturePathKey(deps.secrets.claimKey);
  // One change at a time for each member, since each replaces the picture before.
  const memberLimit = createKeyedConcurrencyLimit(1);
  const fileLimit = createConcurrencyLimit(filesAtOnce);

  /** Records the new picture, then removes the old one. */
  async function change(memberId: string, objectPath: string | null, origin: RequestOrigin) {
    const before = (await table.byId(memberId))?.profileImageUrl ?? null;
    const command = { type: "ChangeProfileImage", objectPath } as const;
    await members.execute(memberId, command, causeOf(memberId, origin));
    if (before !== null && before !== objectPath) await removeReplaced(keysOfPicture(before));
  }

  /** No one can see it any more. If the store is unavailable, the sweep removes it later. */
  async function removeReplaced(keys: readonly string[]): Promise<void> {
    try {
      await objects.remove(keys);
    } catch (error) {
      const event = "removing a replaced picture failed; will try again";
      log({ level: "warning", event, ...describeError(error) });
    }
  }

  /** Files made from an uploaded object. A refused object is removed. */
  async function take(key: string, upload: UploadName): Promise<PictureFiles | undefined> {
    const found = await objects.read(key);
    if (found === undefined) return undefined;
    try {
      // Reads no more than the limit, whatever size the store reports.
      const bytes = await readAll(found.body, maxUploadBytes);
      return await toPictureFiles(upload, bytes, pathKey, draw);
    } catch (error) {
      const isRefused = error instanceof FileRefused || error instanceof TooLarge;
      if (isRefused) await objects.remove([key]);
      throw error;
    }
  }

  async function save(upload: UploadName, origin: Origin): Promise<string> {
    const { memberId, uploadId } = upload;
    const taken = await fileLimit(() => take(uploadKey(upload), upload));
    if (taken === undefined) {
      // The first answer may have been lost: repeating the call gives the same.
      const current = (await table.byId(memberId))?.profileImageUrl;
      if (current && isFrom(current, uploadId)) return current;
      throw noSuchUpload();
    }
    const objectPath = await store(memberId, taken, origin);
    await objects.remove([uploadKey(upload)]);
    return objectPath;
  }

  async function store(
    memberId: string,
    taken: PictureFiles,
    origin: RequestOrigin,
  ): Promise<string> {
    try {
      for (const { key, bytes } of taken.files) {
        await objects.put(key, bytes, () => isPresent(memberId));
      }
    } catch (error) {
      throw error instanceof Unwanted ? noSuchUpload() : error;
    }
    const objectPath = pathOf(pictureKey(taken.name));
    try {
      await change(memberId, objectPath, origin);
    } catch (error) {
      // After any other error an event may name them: the sweep decides later.
      if (error instanceof Refusal) await objects.remove(taken.files.map(({ key }) => key));
      throw error;
    }
    return objectPath;
  }

  return {
    /** Address for one PUT within ten minutes: a URL, or a path here. 429 after too many. */
    async startUpload(memberId: string): Promise<string> {
      await limits.upload(memberId);
      // Leaves room for the coming one.
      await removeSurplus(objects, maxUnusedUploads - 1, memberId);
      return await objects.uploadAddress(uploadKey({ memberId, uploadId: newId() }));
    },
    receive: objects.receive && receiver(objects, objects.receive, isPresent),
    /**
     * Makes an upload the member's picture; repeating the call gives the same.
     *
     * @param uploadAddress With or without its query.
     * @returns The path that is the member's `profileImageUrl` from now on.
     * @throws {Problem} 400 for no upload address, 403 for another's, 404 without an upload.
     * @throws {FileRefused} When it is not a picture or PDF, or can't be drawn.
     */
    async save(memberId: string, uploadAddress: string, origin: Origin): Promise<string> {
      const upload = parseUploadKey(objects.keyOf(uploadAddress) ?? "");
      if (upload === undefined) {
        const message = "This isn't an upload URL";
        throw new Problem(400, message, { fields: { profileImageURL: message } });
      }
      if (upload.memberId !== memberId) {
        throw new Problem(403, "This upload belongs to another account");
      }
      return await memberLimit(memberId, () => save(upload, origin));
    },
    remove: (memberId: string, origin: Origin): Promise<void> =>
      memberLimit(memberId, () => change(memberId, null, origin)),
    /** The object under a path, if this viewer may see it. */
    async find(
      viewer: Pick<MemberRecord, "memberId" | "role" | "admission">,
      path: string,
    ): Promise<{ readonly key: string; readonly tag: string } | undefined> {
      const key = keyOfPath(path) ?? "";
      const name = parsePictureKey(key);
      const member = name && await table.byId(name.memberId);
      if (name === undefined || member?.profileImageUrl == null) return undefined;
      const isOwner = viewer.memberId === name.memberId;
      // Members without a role see no other profiles.
      if (!isOwner && (viewer.role === null || !canView(viewer, member))) return undefined;
      if (!keysOfPicture(member.profileImageUrl).includes(key)) return undefined;
      return { tag: `${name.pictureId}.${name.form}`, key };
    },
    read: ({ key }: { readonly key: string }): Promise<StoredObject | undefined> =>
      objects.read(key),
  };
}

export type Pictures = ReturnType<typeof createPictures>;

/** How many files arrive at once. Each may take ten megabytes of the disk for ten minutes. */
const arrivalsAtOnce = 50;

/** Receives uploads of present members that may be drawn, up to the limits of unused ones. */
function receiver(
  objects: ObjectStore,
  receive: ReceiveUpload,
  isPresent: (memberId: string) => Promise<boolean>,
): ReceiveUpload {
  const memberLimit = createKeyedConcurrencyLimit(maxUnusedUploads, 0);
  const arrivalLimit = createConcurrencyLimit(arrivalsAtOnce, 0);

  return async (address, body, declaredBytes) => {
    // The store refuses invalid addresses.
    const { memberId = "" } = parseUploadKey(objects.keyOf(address) ?? "") ?? {};
    const take = async () => {
      const file = body && onlyDrawable(body);
      await receive(address, file && file.body, declaredBytes, () => isPresent(memberId))
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

function noSuchUpload(): Problem {
  return new Problem(404, "This upload has expired. Upload the file again.");
}

function isFrom(objectPath: string, uploadId: string): boolean {
  return parsePictureKey(keyOfPath(objectPath) ?? "")?.pictureId.startsWith(uploadId) === true;
}
