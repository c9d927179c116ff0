/**
 * A Meilisearch server: with a key for its own indexes, time limits, and `SearchUnavailable` for
 * failures.
 */
import { createHash } from "node:crypto";
import { type EnqueuedTask, Meilisearch, MeilisearchApiError, type Task } from "meilisearch";
import { SearchUnavailable } from "../profile-search.ts";
import { createSynonyms, type Synonyms } from "../synonyms.ts";

export interface MeilisearchSettings {
  readonly url: string;
  /** A key that may make keys, or one made for `prefix`: see `scopedKey`. */
  readonly key: string;
  readonly prefix: string;
  readonly timeoutMs: number;
}

export type MeilisearchServer = ReturnType<typeof createMeilisearchServer>;

/** A failed task, without the server's message, which may repeat a person's words. */
export class TaskFailed extends Error {
  override readonly name = "TaskFailed";

  constructor(readonly type: string, readonly code: string) {
    super(`The task ${type} ended with ${code}`);
  }
}

/** Timeout of requests that no person waits for. */
const patientMs = 10_000;
const taskTimeoutMs = 10 * 60 * 1000;
const taskIntervalMs = 20;

const actions = [
  "search",
  "documents.add",
  "documents.delete",
  "indexes.create",
  "indexes.get",
  "indexes.delete",
  "indexes.swap",
  "settings.update",
  "tasks.get",
  "stats.get",
];

/**
 * No compression: a compressed answer comes in two packets, and the second waits 40 ms (Nagle's
 * algorithm with delayed acknowledgement), while the search takes four.
 */
const requestInit = { headers: { "Accept-Encoding": "identity" } };

interface Clients {
  readonly quick: Meilisearch;
  readonly patient: Meilisearch;
}

export function createMeilisearchServer(
  { url, key, prefix, timeoutMs }: MeilisearchSettings,
  synonyms: Synonyms = createSynonyms(),
) {
  let opened: Promise<Clients> | undefined;

  const connect = (apiKey: string, timeout: number) =>
    new Meilisearch({ host: url, apiKey, timeout, requestInit });

  async function open(timeout: number): Promise<Clients> {
    const apiKey = await keyFor(connect(key, timeout), prefix) ?? key;
    return { quick: connect(apiKey, timeoutMs), patient: connect(apiKey, patientMs) };
  }

  async function reach<T>(timeout: number, work: (clients: Clients) => Promise<T>): Promise<T> {
    try {
      opened ??= open(timeout);
      return await work(await opened);
    } catch (error) {
      // Requests a key again if this one was refused, or none could be requested before.
      if (isRefused(error) || !await isOpen(opened)) opened = undefined;
      if (error instanceof SearchUnavailable) throw error;
      throw new SearchUnavailable("Meilisearch does not answer as it should", { cause: error });
    }
  }

  return {
    prefix,
    synonyms,
    /** A request that a person waits for, up to `timeoutMs`. */
    search: <T>(ask: (client: Meilisearch) => Promise<T>): Promise<T> =>
      reach(timeoutMs, ({ quick }) => ask(quick)),
    /** A request that no person waits for. */
    ask: <T>(ask: (client: Meilisearch) => Promise<T>): Promise<T> =>
      reach(patientMs, ({ patient }) => ask(patient)),
    /**
     * Submits a task and waits until it is done.
     * @throws {SearchUnavailable} Also when the task fails.
     */
    run: (handIn: (client: Meilisearch) => Promise<EnqueuedTask>): Promise<void> =>
      reach(patientMs, async ({ patient }) => {
        const { taskUid } = await handIn(patient);
        succeeded(
          await patient.tasks.waitForTask(taskUid, {
            timeout: taskTimeoutMs,
            interval: taskIntervalMs,
          }),
        );
      }),
    async scopedKey(): Promise<string> {
      return await reach(patientMs, async () => {
        const scoped = await keyFor(connect(key, patientMs), prefix);
        if (scoped === undefined) throw new SearchUnavailable("MEILI_KEY may not make keys");
        return scoped;
      });
    },
  };
}

/** The key for the prefix, made if missing; `undefined` if `admin` may not make keys. */
async function keyFor(admin: Meilisearch, prefix: string): Promise<string | undefined> {
  const uid = keyUid(prefix);
  try {
    return (await admin.getKey(uid)).key;
  } catch (error) {
    if (isRefused(error)) return undefined;
    if (statusOf(error) !== 404) throw error;
  }
  const name = `Alumni Connect: ${prefix}`;
  const created = { uid, name, actions, indexes: [`${prefix}*`], expiresAt: null };
  try {
    return (await admin.createKey(created)).key;
  } catch (error) {
    // Another process made it first.
    if (statusOf(error) === 409) return (await admin.getKey(uid)).key;
    throw error;
  }
}

/** Derived from prefix and actions, so that every process finds the same key. */
function keyUid(prefix: string): string {
  const digest = createHash("sha256").update(JSON.stringify([prefix, actions])).digest("hex");
  return digest.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    "$1-$2-4$3-a$4-$5",
  );
}

function succeeded({ status, type, error }: Task): void {
  if (status === "succeeded") return;
  const cause = new TaskFailed(type, error?.code ?? status);
  throw new SearchUnavailable("A task of Meilisearch failed", { cause });
}

function statusOf(error: unknown): number | undefined {
  return error instanceof MeilisearchApiError ? error.response.status : undefined;
}

function isRefused(error: unknown): boolean {
  return statusOf(error) === 401 || statusOf(error) === 403;
}

async function isOpen(opened: Promise<unknown> | undefined): Promise<boolean> {
  return opened !== undefined && await opened.then(() => true, () => false);
}
