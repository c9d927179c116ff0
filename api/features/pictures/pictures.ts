import { Refusal } from "../../../events/errors.ts";
import { canView } from "../../../events/members/privacy.ts";
import type { MemberCommands } from "../../../events/members/handle.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { Draw } from "../../drawing/answer.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { causeOf } from "../../auth/cause.ts";
import {
  createConcurrencyLimit,
  createKeyedConcurrencyLimit,
} from "../../auth/limits/concurrency-limit.ts";
import { describeError, type Log } from "../../node/log.ts";
import { FileRefused } from "../../objects/file-kind.ts";
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
  type StoredObject,
  TooLarge,
  Unwanted,
} from "../../objects/object-store.ts";
import { Problem } from "../../contract/problem.ts";
import type { Origin } from "../../auth/origin.ts";
import { type PictureFiles, picturePathKey, toPictureFiles } from "./picture-files.ts";

type RequestOrigin = Pick<Origin, "requestId">;

/** A file is in memory while it waits to be decoded, so they are processed one at a time. */
const filesAtOnce = 1;

interface PicturesParts {
  readonly members: Pick<MemberCommands, "execute">;
  readonly tables: { readonly members: Pick<MemberTable, "byId"> };
  readonly objects: Pick<ObjectStore, "keyOf" | "put" | "read" | "remove">;
  readonly draw: Draw;
  readonly secret: Uint8Array;
  readonly log: Log;
}

export function createPictures(
  { members, tables: { members: table }, objects, draw, secret, log }: PicturesParts,
) {
  const pathKey = picturePathKey(secret);
  // One change at a time for each member, since each replaces the previous picture.
  const memberLimit = createKeyedConcurrencyLimit(1);
  const fileLimit = createConcurrencyLimit(filesAtOnce);

  /** Appends the change of picture, then removes the old files. */
  async function change(memberId: string, objectPath: string | null, origin: RequestOrigin) {
    const before = (await table.byId(memberId))?.profileImageUrl ?? null;
    const command = { type: "ChangeProfileImage", objectPath } as const;
    await members.execute(memberId, command, causeOf(memberId, origin));
    if (before !== null && before !== objectPath) await removeReplaced(keysOfPicture(before));
  }

  /** No one can see these files anymore. If the store is unavailable, the sweep removes them later. */
  async function removeReplaced(keys: readonly string[]): Promise<void> {
    try {
      await objects.remove(keys);
    } catch (error) {
      const event = "removing a replaced picture failed; will try again";
      log({ level: "warning", event, ...describeError(error) });
    }
  }

  /** Makes the picture's files from an uploaded object. A refused object is removed. */
  async function take(key: string, upload: UploadName): Promise<PictureFiles | undefined> {
    const found = await objects.read(key);
    if (found === undefined) return undefined;
    try {
      // Reads no more than the limit, regardless of the size that the store reports.
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
      // The first answer may have been lost, so repeating the call returns the same.
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
        await objects.put(key, bytes, async () => await table.byId(memberId) !== undefined);
      }
    } catch (error) {
      throw error instanceof Unwanted ? noSuchUpload() : error;
    }
    const objectPath = pathOf(pictureKey(taken.name));
    try {
      await change(memberId, objectPath, origin);
    } catch (error) {
      // After any other error, an event may name them: the sweep decides later.
      if (error instanceof Refusal) await objects.remove(taken.files.map(({ key }) => key));
      throw error;
    }
    return objectPath;
  }

  return {
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
    /** Reads the object under a path, if this viewer may see it. */
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

function noSuchUpload(): Problem {
  return new Problem(404, "This upload has expired. Upload the file again.");
}

function isFrom(objectPath: string, uploadId: string): boolean {
  return parsePictureKey(keyOfPath(objectPath) ?? "")?.pictureId.startsWith(uploadId) === true;
}
