import { createHmac } from "node:crypto";
import { dayMs, startOfDay } from "../../../events/day.ts";
import { deriveKey } from "../../../events/derive-key.ts";
import type { ConnectionTable } from "../../../events/read/connections.ts";

interface LeastAskedParts {
  readonly tables: { readonly connections: Pick<ConnectionTable, "askersOf"> };
  readonly secret: Uint8Array;
  readonly now: () => Date;
}

/** For how long a request counts. */
export const countedDays = 60;

/** How many are compared at once. Of more, each viewer compares others, and others each day. */
const mostCompared = 200;

/**
 * Orders people who fit equally by how many members asked them in the last 60 days, fewest first. Ties have
 * an order for each viewer and day, so no one is always first. Counts are never shown, and are those of
 * midnight (UTC), so no single request or block changes the order during a day.
 */
export class LeastAsked {
  readonly #key: Uint8Array;

  constructor(private readonly deps: LeastAskedParts) {
    this.#key = deriveKey(deps.secret, "least-asked");
  }

  /**
   * @param ids People who fit equally, in any order, each once.
   * @returns The same, at most 200 of them.
   */
  async first(viewerId: string, ids: readonly string[]): Promise<readonly string[]> {
    const untilMs = startOfDay(this.deps.now().getTime());
    const seed = this.#seed(viewerId, untilMs);
    const drawn = ids.map((id) => ({ id, place: placeOf(id, seed) }))
      .sort((one, other) => one.place - other.place)
      .slice(0, mostCompared).map(({ id }) => id);
    const askers = await this.deps.tables.connections.askersOf(drawn, viewerId, {
      fromMs: untilMs - countedDays * dayMs,
      untilMs,
    });
    const asked = (id: string) => askers.get(id) ?? 0;
    return drawn.toSorted((one, other) => asked(one) - asked(other));
  }

  #seed(viewerId: string, day: number): number {
    return createHmac("sha256", this.#key).update(`${day} ${viewerId}`).digest().readUInt32LE();
  }
}

/** FNV-1a, begun at a seed: a list of thousands is ordered with each look. */
function placeOf(id: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < id.length; at++) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  }
  // The last characters would otherwise decide the lower bits alone.
  hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b);
  return (hash ^ hash >>> 13) >>> 0;
}
