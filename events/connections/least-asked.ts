import { createHmac } from "node:crypto";
import { dayMs, startOfDay } from "../day.ts";
import { deriveKey } from "../derive-key.ts";
import type { ConnectionTable } from "../read/connections.ts";

interface LeastAskedParts {
  readonly table: Pick<ConnectionTable, "timesAsked">;
  readonly secret: Uint8Array;
  readonly now: () => Date;
}

/** For how many days a request or a question counts. */
export const countedDays = 60;

/** How many are compared for one viewer. Of more, each viewer compares others, and others each day. */
const mostOffered = 200;

const noOne: ReadonlySet<string> = new Set();

/**
 * Orders people who fit equally by how often they were asked in the last 60 days, fewest first: by how many
 * members, and by how many questions to alumni. Counts are never shown, and are those of midnight (UTC), so no
 * single request or block changes the order during a day. Ties are drawn, so no one is always first.
 */
export class LeastAsked {
  readonly #key: Uint8Array;
  /** Hashes of lists that come again and again from a cache: hashing thousands of ids takes a millisecond. */
  readonly #hashes = new WeakMap<readonly string[], Uint32Array>();

  constructor(private readonly deps: LeastAskedParts) {
    this.#key = deriveKey(deps.secret, "least-asked");
  }

  /**
   * To offer people to a viewer. Ties are drawn for each viewer and day.
   *
   * @param ids People who fit equally, in any order, each once.
   * @param without People to leave out.
   * @returns The others, at most 200 of them.
   */
  async forViewer(
    viewerId: string,
    ids: readonly string[],
    without: ReadonlySet<string> = noOne,
  ): Promise<readonly string[]> {
    const drawn = this.#drawn(viewerId, ids, mostOffered + without.size)
      .filter((id) => !without.has(id)).slice(0, mostOffered);
    return await this.#ordered(viewerId, drawn);
  }

  /**
   * To send a question to alumni. Ties are drawn for each question and day, so its asker can't tell from
   * the people who are offered to them who was sent it.
   *
   * @returns All of them.
   */
  async forQuestion(
    { questionId, askerId }: { readonly questionId: string; readonly askerId: string },
    ids: readonly string[],
  ): Promise<readonly string[]> {
    return await this.#ordered(askerId, this.#drawn(questionId, ids, ids.length));
  }

  /** The first `count` of all. Only those are sorted: a cadet's Home has thousands to draw from. */
  #drawn(drawnFor: string, ids: readonly string[], count: number): readonly string[] {
    const seed = createHmac("sha256", this.#key).update(`${this.#midnight()} ${drawnFor}`)
      .digest().readUInt32LE();
    const places = this.#hashesOf(ids).map((hash) => mixed(hash ^ seed));
    const last = places.toSorted()[count - 1] ?? Infinity;
    return ids.flatMap((id, at) => places[at]! <= last ? { id, place: places[at]! } : [])
      .sort((one, other) => one.place - other.place).map(({ id }) => id);
  }

  #hashesOf(ids: readonly string[]): Uint32Array {
    let hashes = this.#hashes.get(ids);
    if (hashes === undefined) this.#hashes.set(ids, hashes = Uint32Array.from(ids, hashOf));
    return hashes;
  }

  async #ordered(viewerId: string, drawn: readonly string[]): Promise<readonly string[]> {
    const untilMs = this.#midnight();
    const times = await this.deps.table.timesAsked(drawn, viewerId, {
      fromMs: untilMs - countedDays * dayMs,
      untilMs,
    });
    const asked = (id: string) => times.get(id) ?? 0;
    return drawn.toSorted((one, other) => asked(one) - asked(other));
  }

  #midnight(): number {
    return startOfDay(this.deps.now().getTime());
  }
}

/** FNV-1a. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

/** MurmurHash3's last step: each bit changes half of the others. */
function mixed(hash: number): number {
  hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b);
  hash = Math.imul(hash ^ hash >>> 13, 0xc2b2ae35);
  return (hash ^ hash >>> 16) >>> 0;
}
