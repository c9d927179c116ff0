import {
  configure,
  TextReader,
  Uint8ArrayReader,
  ZipWriter,
} from "@zip.js/zip.js/lib/zip-core-native.js";
import { keyOfPath, keysOfPicture, prefixesOf } from "../../objects/keys.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import {
  type ListedObject,
  maxUploadBytes,
  type ObjectStore,
  ObjectsUnavailable,
  readAll,
  TooLarge,
} from "../../objects/object-store.ts";
import { contactCard } from "./contact-card.ts";
import { type PersonalDataParts, readPersonalData } from "./read-personal-data.ts";
import { type PersonalData, schemaPath } from "./schema.ts";

export interface ArchiveParts extends PersonalDataParts {
  readonly objects: Pick<ObjectStore, "list" | "read">;
  readonly appOrigin: string;
  readonly siteName: string;
  readonly supportEmail: string;
}

interface Entry {
  readonly name: string;
  readonly content: string | Uint8Array;
}

// Each worker would be a thread for one small file.
configure({ useWebWorkers: false });

/**
 * Writes one ZIP of everything stored about a person, as it is read: none of it is on a disk, and
 * at most one file is in memory.
 * @param stillMay Called before each file and the end. If it throws, the ZIP is incomplete, so no
 * program opens it.
 * @throws {ObjectsUnavailable} Before the first byte, if files can't be listed. A file that can't
 * be read later is named in the README.
 */
export async function openArchive(
  member: MemberRecord,
  parts: ArchiveParts,
  stillMay: () => Promise<void>,
): Promise<ReadableStream<Uint8Array>> {
  const listed: ListedObject[] = [];
  for (const prefix of prefixesOf(member.memberId)) {
    for await (const object of parts.objects.list(prefix)) listed.push(object);
  }
  const data = await readPersonalData(member, parts);
  return zipOf(entries(), stillMay, parts.now());

  async function* entries(): AsyncGenerator<Entry> {
    const files: PersonalData["files"] = [];
    for (const { key, writtenAt } of listed) {
      const name = nameOf(key, member);
      const content = await readFile(key, parts.objects);
      if (content !== undefined) yield { name, content };
      const isMissing = content === undefined;
      files.push({ name, storedAs: key, writtenAt: writtenAt.toISOString(), isMissing });
    }
    const $schema = parts.appOrigin + schemaPath;
    const all: PersonalData = { $schema, ...data, files };
    yield { name: "data.json", content: `${JSON.stringify(all, null, 2)}\n` };
    yield { name: "profile.vcf", content: contactCard(member) };
    yield { name: "README.txt", content: readMe(all, parts) };
  }
}

/**
 * The current picture has its own name; other files have the name of their key, without the
 * member's id.
 */
function nameOf(key: string, { memberId, profileImageUrl }: MemberRecord): string {
  if (profileImageUrl !== null && keyOfPath(profileImageUrl) === key) return "picture.webp";
  const isSmall = keysOfPicture(profileImageUrl ?? "").includes(key);
  return isSmall ? "picture.small.webp" : `files/${key.replace(`${memberId}/`, "")}`;
}

/** `undefined` if it has been removed, or the store fails. */
async function readFile(
  key: string,
  objects: Pick<ObjectStore, "read">,
): Promise<Uint8Array | undefined> {
  try {
    const found = await objects.read(key);
    return found && await readAll(found.body, maxUploadBytes);
  } catch (error) {
    if (error instanceof ObjectsUnavailable || error instanceof TooLarge) return undefined;
    throw error;
  }
}

function readMe(
  { exportedAt, files }: PersonalData,
  { appOrigin, siteName, supportEmail }: ArchiveParts,
): string {
  const missing = files.filter(({ isMissing }) => isMissing).map(({ name }) => name);
  const has = (name: string) => files.some((file) => file.name === name && !file.isMissing);
  return [
    `Your data from ${siteName}, ${exportedAt.slice(0, 10)} (times are in UTC)`,
    "",
    "data.json      Everything that is stored about you: your account, your profile, and what you did",
    `               and wrote. ${appOrigin}${schemaPath} describes each part.`,
    "profile.vcf    Your profile as a contact card, which phones and mail programs open.",
    ...has("picture.webp") ? ["picture.webp   Your picture, as it is stored."] : [],
    ...missing.length > 0
      ? [`Not here       ${missing.join(", ")}: couldn't be read. Download your data again later.`]
      : [],
    "",
    'What others wrote isn\'t here: it is theirs. Others are numbers, such as "person 1".',
    "Your password isn't here either: only a hash of it is stored.",
    `Keep these files where only you can open them. Questions: ${supportEmail}`,
    "",
  ].join("\r\n");
}

function zipOf(
  entries: AsyncGenerator<Entry>,
  stillMay: () => Promise<void>,
  at: Date,
): ReadableStream<Uint8Array> {
  let fail: (error: unknown) => void = () => {};
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start(controller) {
      fail = (error) => controller.error(error);
    },
  });
  const zip = new ZipWriter(writable, { keepOrder: true, lastModDate: at });
  const write = async () => {
    for await (const { name, content } of entries) {
      await stillMay();
      await zip.add(
        name,
        typeof content === "string" ? new TextReader(content) : new Uint8ArrayReader(content),
        // Pictures are compressed already.
        { level: typeof content === "string" ? 6 : 0 },
      );
    }
    await stillMay();
    await zip.close();
  };
  // If the reader leaves, the next write fails, which ends this.
  write().catch(fail);
  return readable;
}
