/**
 * Readiness: whether this node can work, and which parts are degraded. Public, so without causes, amounts or people.
 * Mail is judged by the mail server and not the outbox. Otherwise a stranger could request a reset link while mail is
 * down, and see here whether the account exists.
 */
import type { Database } from "../../events/store/database.ts";
import { describeError, type Log } from "./log.ts";
import type { Mail } from "../mail/mail.ts";
import type { ObjectStore } from "../objects/object-store.ts";
import type { RemoteSearch } from "../search/remote.ts";

export interface Readiness {
  /** `degraded` still serves; `not ready` should get no requests. */
  readonly state: "ready" | "degraded" | "not ready";
  readonly parts: readonly string[];
}

export interface ReadinessDependencies {
  readonly database: Pick<Database, "check">;
  readonly remoteSearch: Pick<RemoteSearch, "degraded"> | undefined;
  readonly mail: Pick<Mail, "check">;
  readonly objects: Pick<ObjectStore, "list">;
  readonly freeBytes: () => Promise<number>;
  readonly log: Log;
}

const cachedMs = 1000;
/** Longer than any healthy part needs. */
const answerWithinMs = 2000;
const lookWithinMs = 10_000;
/** Saving will soon fail with less free space. */
const minFreeBytes = 100_000_000;

/** Log lines when a part fails, and when it works again. */
const changes = {
  mail: ["mail is away", "mail is back"],
  objects: ["objects are away", "objects are back"],
  disk: ["the disk is nearly full", "the disk has room again"],
} as const;

export function createReadiness(deps: ReadinessDependencies) {
  const { database, remoteSearch, mail, objects, freeBytes, log } = deps;
  let cached: { readonly untilMs: number; readonly answer: Promise<Readiness> } | undefined;
  const slowParts = { mail: true, objects: true, disk: true };

  async function ask(): Promise<Readiness> {
    const isThere = await isDone(() => database.check(), answerWithinMs);
    const away = isThere ? [] : ["database: can't be reached"];
    const reason = remoteSearch?.degraded();
    const degraded = [
      ...(reason === undefined ? [] : [`search: ${reason}, the embedded index does`]),
      ...(slowParts.mail ? [] : ["mail: the server doesn't accept our messages"]),
      ...(slowParts.objects ? [] : ["objects: can't be reached"]),
      ...(slowParts.disk ? [] : ["disk: nearly full"]),
    ];
    const parts = [...away, ...degraded];
    if (away.length > 0) return { state: "not ready", parts };
    return { state: parts.length > 0 ? "degraded" : "ready", parts };
  }

  async function checkPart(
    part: keyof typeof slowParts,
    work: () => Promise<unknown>,
  ): Promise<void> {
    const isWell = await isDone(work, lookWithinMs, (error) => {
      const [event] = changes[part];
      if (slowParts[part]) log({ level: "warning", event, ...describeError(error) });
    });
    const [, event] = changes[part];
    if (isWell && !slowParts[part]) log({ level: "info", event });
    slowParts[part] = isWell;
  }

  return {
    /** Cached for a second. Never fails. */
    check(): Promise<Readiness> {
      const nowMs = performance.now();
      if (cached === undefined || cached.untilMs < nowMs) {
        cached = { untilMs: nowMs + cachedMs, answer: ask() };
      }
      return cached.answer;
    },
    /** Checks the parts that are too slow for each request. */
    async probe(): Promise<void> {
      await Promise.all([
        checkPart("mail", () => mail.check()),
        checkPart("objects", () => firstOf(objects.list("uploads/"))),
        checkPart("disk", async () => {
          if (await freeBytes() < minFreeBytes) throw new Error("The disk is nearly full");
        }),
      ]);
    },
  };
}

async function isDone(
  work: () => Promise<unknown>,
  withinMs: number,
  onFailure: (error: unknown) => void = () => {},
): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("No answer in time")), withinMs);
  });
  try {
    await Promise.race([work(), late]);
    return true;
  } catch (error) {
    onFailure(error);
    return false;
  } finally {
    clearTimeout(timer);
  }
}

async function firstOf(list: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of list) return;
}
