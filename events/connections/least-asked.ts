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

/**
 * Orders people who fit equally by how often they were asked in the last 60 days, fewest first: by how many
 * members, and by how many questions to alumni. Counts are never shown, and are those of midnight (UTC), so no
 * single request or block changes the order during a day. Ties are drawn, so no one is always first.
 */
export class LeastAsked {
  readonly #key: Uint8Array;

  constructor(private readonly deps: LeastAskedParts) {
    this.#key = deriveKey(deps.secret, "least-asked");
  }

  /**
   * To offer people to a viewer. Ties are drawn for each viewer and day.
   *
   * @param ids People who fit equally, in any order, each once.
   * @returns The same, at most 200 of them.
   */
  async forViewer(viewerId: string, ids: readonly string[]): Promise<readonly string[]> {
    return await this.#ordered(viewerId, this.#drawn(viewerId, ids).slice(0, mostOffered));
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
    return await this.#ordered(askerId, this.#drawn(questionId, ids));
  }

  #drawn(drawnFor: string, ids: readonly string[]): readonly string[] {
    const seed = createHmac("sha256", this.#key).update(`${this.#midnight()} ${drawnFor}`)
      .digest().readUInt32LE();
    return ids.map((id) => ({ id, place: placeOf(id, seed) }))
      .sort((one, other) => one.place - other.place).map(({ id }) => id);
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
