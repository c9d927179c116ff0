/**
 * Restore of a backup: checks it, repeats the erasures made since, and then puts it in place.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Database, openDatabase } from "../../../events/database.ts";
import { repeatCauses } from "../../../events/members/erasure-id.ts";
import { createPrivateStreams, readPrivate } from "../../../events/members/private-streams.ts";
import { type Events, openEvents } from "../../../events/open.ts";
import { settingsStream } from "../../../events/program/setting-events.ts";
import { remindersFirst } from "../../../events/read/connection-rows.ts";
import { SignedHead } from "../../../events/verify/head.ts";
import { type ErasureReceipt, issueReceipt } from "../../../events/verify/receipt.ts";
import { type Finding, verifyLog } from "../../../events/verify/verify-log.ts";
import { verifyMembers } from "../../../events/verify/verify-members.ts";
import type { Secrets } from "../../config/secrets.ts";
import { copyFileTo, fileUrl } from "./database-file.ts";
import type { Since } from "./continuous/go-on.ts";

export interface StageOptions {
  /** A whole backup of the log whose files were checked. */
  readonly logBackup: string;
  readonly head: SignedHead;
  /** The vault that belongs beside it: a file. */
  readonly vaultFile: string;
  readonly secrets: Secrets;
  /** Everyone who is known to be erased. */
  readonly erased: ReadonlySet<string>;
  /**
   * What a missing key means. The member is erased, if the vault is known to be no older than the log. Else
   * a few may be; if most keys are missing, it is another vault.
   */
  readonly withoutKey: "are-erased" | "are-erased-if-few" | "are-lost";
  /** Whether the chains, the claims and every sealed payload are checked. */
  readonly verifies: boolean;
  /** Adds what the continuous backup has after this one. */
  readonly goOn?: (
    databases: Readonly<Record<"events" | "vault", Database>>,
  ) => Promise<Since | undefined>;
  readonly checkInterrupt: () => Promise<void>;
  readonly report: (position: number) => void;
}

/** A log and a vault that are ready to be put in place. */
export interface Staged {
  readonly logFile: string;
  readonly vaultFile: string;
  /** Read tables, up to date or behind. */
  readonly readFile: string;
  readonly installation: string;
  readonly position: number;
  /** Everyone who must not come back, also by a picture. */
  readonly erased: ReadonlySet<string>;
  /** A receipt for each erased member that the backup still had. */
  readonly erasedAgain: readonly ErasureReceipt[];
  /** How many mails were waiting when the backup was made. Their links don't work anymore. */
  readonly droppedMails: number;
  /** Members whose invitation, or reminder of one, was among them. */
  readonly invited: readonly string[];
  /** How many requests mentors are reminded of: the mail about each may have been among them. */
  readonly reminders: number;
  /** How far it goes on after the backup. */
  readonly since: Since | undefined;
}

/** Error: what was restored is not what was recorded. */
export class RestoredIsBroken extends Error {
  override readonly name = "RestoredIsBroken";

  constructor(readonly findings: readonly Finding[]) {
    super("The backup isn't what was recorded");
  }
}

/**
 * Error: the vault has no key for some members of the log. It is older than the log, or another
 * installation's.
 */
export class VaultTooOld extends Error {
  override readonly name = "VaultTooOld";

  constructor(readonly lost: number) {
    super(`The vault has no key for ${lost} members`);
  }
}

/**
 * Prepares a backup in a folder of its own; nothing else is touched.
 *
 * @throws {RestoredIsBroken}
 * @throws {VaultTooOld}
 * @throws {Error} When the vault's keys were wrapped by another key-encryption key.
 */
export async function stage(folder: string, options: StageOptions): Promise<Staged> {
  const work = join(folder, "work");
  await mkdir(work, { recursive: true, mode: 0o700 });
  await copyFile(join(options.logBackup, "log.db"), join(work, "events.db"));
  await copyFile(options.vaultFile, join(work, "vault.db"));
  const open = (name: string) =>
    openDatabase({ url: fileUrl(join(work, `${name}.db`)), durability: "normal" });
  const databases = {
    events: await open("events"),
    vault: await open("vault"),
    read: await open("read"),
  };
  const privateStreams = createPrivateStreams(options.secrets.claimKey);
  const { log, vault, members, settings, readModel, mailQueue, installation } = await openEvents({
    databases,
    secrets: options.secrets,
    now: () => new Date(),
    newId: () => randomUUID(),
    mayLackKeys: true,
  });
  try {
    await checkKeys(databases.vault, vault.keys.load);
    if (options.verifies) {
      const { head, findings } = await verifyLog(databases.events, {
        report: async (position) => {
          await options.checkInterrupt();
          options.report(position);
        },
      });
      if (findings.length > 0) throw new RestoredIsBroken(findings);
      if (head.digest !== options.head.digest) {
        const what = "These aren't the events that the backup was signed for";
        throw new RestoredIsBroken([{ position: head.position, what }]);
      }
    }
    const since = await options.goOn?.(databases);
    if (since !== undefined) await checkKeys(databases.vault, vault.keys.load);
    const present = await presentMembers(databases.events);
    const keys = await idsOf(databases.vault, "SELECT member_id FROM member_keys");
    const lost = [...present].filter((memberId) => !keys.has(memberId));
    if (!keys.has(settingsStream)) await settings.forgetWords();
    // The continuous copies bring both to the same moment: then a missing key is an erasure.
    const isOneMoment = since !== undefined && options.withoutKey === "are-lost";
    const withoutKey = isOneMoment ? "are-erased" : options.withoutKey;
    refuseLoss(lost, present.size, { ...options, withoutKey });
    const erased = new Set([...options.erased, ...since?.erased ?? [], ...lost]);
    const erasedAgain: ErasureReceipt[] = [];
    for (const memberId of erased) {
      await options.checkInterrupt();
      if (present.has(memberId)) {
        await members.execute(memberId, { type: "Erase" }, repeatCauses.restore);
        const erasure = (await log.readStream(memberId)).at(-1);
        if (erasure) erasedAgain.push(issueReceipt(erasure, options.secrets.claimKey));
      }
      // A copy from before the erasure doesn't say which private streams belong to this member.
      const between = await readPrivate({ log, privateStreams }, memberId);
      const sealed = between.filter((recorded) => recorded.sealed !== null);
      await log.forget({ positions: sealed.map(({ position }) => position) });
      await vault.forget(memberId);
    }
    const dropped = await startAfresh(databases);
    await readModel.catchUp();
    const reminders = await remindOfOpen({ readModel, mailQueue });
    if (options.verifies) {
      const { claimKey } = options.secrets;
      const findings = await verifyMembers({ log, keys: vault.keys, claimKey, databases });
      if (findings.length > 0) throw new RestoredIsBroken(findings);
    }
    const staged = {
      logFile: join(folder, "events.db"),
      vaultFile: join(folder, "vault.db"),
      readFile: join(folder, "read.db"),
    };
    // A copy has no trace of what was deleted just now.
    await copyFileTo(databases.events, staged.logFile);
    await copyFileTo(databases.vault, staged.vaultFile);
    await copyFileTo(databases.read, staged.readFile);
    const position = await log.lastPosition();
    return { ...staged, ...dropped, installation, position, erased, erasedAgain, reminders, since };
  } finally {
    for (const database of Object.values(databases)) database.close();
    await rm(work, { recursive: true, force: true });
  }
}

/** Whether the first key of each wrapping opens. */
async function checkKeys(
  vault: Database,
  load: (memberIds: readonly string[]) => Promise<unknown>,
): Promise<void> {
  const rows = await vault.read("SELECT min(member_id) AS one FROM member_keys GROUP BY kek_id");
  await load(rows.map((row) => String(row.one)));
}

async function presentMembers(events: Database): Promise<Set<string>> {
  return await idsOf(
    events,
    `SELECT member_id FROM events WHERE version = 1 AND type = 'MemberRegistered'
     EXCEPT SELECT member_id FROM events WHERE type = 'MemberErased'`,
  );
}

async function idsOf(database: Database, sql: string): Promise<Set<string>> {
  return new Set((await database.read(sql)).map((row) => String(row.member_id)));
}

/** @throws {VaultTooOld} */
function refuseLoss(
  lost: readonly string[],
  present: number,
  { withoutKey, erased }: Pick<StageOptions, "withoutKey" | "erased">,
): void {
  const unknown = lost.filter((memberId) => !erased.has(memberId)).length;
  const mayBeErased = {
    "are-erased": lost.length,
    "are-erased-if-few": Math.floor(present / 2),
    "are-lost": 0,
  };
  if (unknown > mayBeErased[withoutKey]) throw new VaultTooOld(unknown);
}

/**
 * Ends what must not happen twice: sessions and links may have been ended since, and mails sent. What follows
 * the log elsewhere starts over.
 *
 * @returns The mails that were waiting.
 */
async function startAfresh(
  { events, vault }: Readonly<Record<"events" | "vault", Database>>,
): Promise<Pick<Staged, "droppedMails" | "invited">> {
  await vault.write([{ sql: "DELETE FROM sessions" }, { sql: "DELETE FROM tokens" }]);
  const [mails] = await events.write([
    { sql: "DELETE FROM outbox RETURNING member_id, kind" },
    { sql: "UPDATE subscriptions SET position = 0, target = NULL, lease_until_ms = 0" },
  ]);
  const rows = mails?.rows ?? [];
  const invited = rows.filter(({ kind }) => String(kind).startsWith("invitation"));
  return {
    droppedMails: rows.length,
    invited: [...new Set(invited.map((row) => String(row.member_id)))],
  };
}

/** Queues a reminder to each mentor of each request that they have not answered. */
async function remindOfOpen(
  { readModel, mailQueue }: Pick<Events, "readModel" | "mailQueue">,
): Promise<number> {
  const { connections } = readModel;
  const open = await connections.waiting(remindersFirst, Date.now(), Number.MAX_SAFE_INTEGER);
  for (const { mentorId, connectionId } of open) {
    await mailQueue.add(mentorId, { kind: "connection-reminder", content: { connectionId } });
  }
  return open.length;
}
