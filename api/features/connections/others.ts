import { createHmac } from "node:crypto";
import { deriveKey } from "../../../events/derive-key.ts";
import type { ConnectionRecord } from "../../../events/connections/connection.ts";
import type { Connections as RecordedConnections } from "../../../events/connections/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { facets } from "../../../search/facets.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { Origin } from "../../auth/origin.ts";
import type { OthersWhoHelp } from "../../contract/connections.ts";
import { emptyQuery } from "../../contract/directory.ts";
import type { Directory } from "../directory/directory.ts";

interface OthersParts {
  readonly recorded: Pick<RecordedConnections, "askable">;
  readonly directory: Pick<Directory, "profilesFound" | "idsOf">;
  readonly settings: Pick<EffectiveSettings, "topics">;
  readonly secret: Uint8Array;
}

/** How many are offered; how many recently changed profiles are considered for each topic. */
const [offered, considered] = [3, 2000];

/** Others whom the asker of an unanswered request can ask instead. */
export class Others {
  readonly #key: Uint8Array;

  constructor(private readonly deps: OthersParts) {
    this.#key = deriveKey(deps.secret, "others");
  }

  /**
   * Up to three members who help with the same topics and take requests now. Shown profiles count
   * toward the reader's limit, as in the directory.
   *
   * @param request Their silent request.
   * @throws {Refusal} When it isn't silent.
   * @throws {Problem} 429 when they have read too many profiles.
   */
  async of(
    asker: MemberRecord,
    request: ConnectionRecord,
    origin: Pick<Origin, "ip">,
  ): Promise<OthersWhoHelp> {
    const { recorded, directory, settings } = this.deps;
    let asked: Awaited<ReturnType<RecordedConnections["askable"]>> | undefined;
    const find = async () => {
      asked = await recorded.askable({
        askerId: asker.memberId,
        connectionId: request.connectionId,
        candidates: await this.#candidates(request),
        most: offered,
      });
      return asked.people.map(({ member }) => member.memberId);
    };
    const profiles = await directory.profilesFound(find, offered, asker, origin);
    const others = profiles.map((profile) => {
      const found = asked?.people.find(({ member }) => member.memberId === profile.userId);
      return { profile, topics: (found?.topics ?? []).map(settings.topics().labelOf) };
    });
    return { others, refusal: asked?.refusal ?? null };
  }

  /** Most shared topics first, then in a random order of the request's own. */
  async #candidates({ connectionId, topics }: ConnectionRecord): Promise<readonly string[]> {
    const requests = facets.requests.choices ?? [];
    const lists = await Promise.all(topics.map((topic) => {
      const helpTopics = [this.deps.settings.topics().labelOf(topic)];
      return this.deps.directory.idsOf({ ...emptyQuery, helpTopics, requests }, considered);
    }));
    const shared = new Map<string, number>();
    for (const id of lists.flat()) shared.set(id, (shared.get(id) ?? 0) + 1);
    return [...shared].map(([id, count]) => ({ id, count, place: this.#place(connectionId, id) }))
      .sort((one, other) => other.count - one.count || one.place.compare(other.place))
      .map(({ id }) => id);
  }

  #place(connectionId: string, memberId: string): Buffer {
    return createHmac("sha256", this.#key).update(`${connectionId} ${memberId}`).digest();
  }
}
