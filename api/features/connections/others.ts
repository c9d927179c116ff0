import type { ConnectionRecord } from "../../../events/connections/connection.ts";
import type { ConnectionCommands } from "../../../events/connections/handle.ts";
import type { LeastAsked } from "../../../events/connections/least-asked.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { facets } from "../../../search/facets.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { Origin } from "../../auth/origin.ts";
import type { OthersWhoHelp } from "../../contract/connections.ts";
import { emptyQuery } from "../../contract/directory.ts";
import type { Directory } from "../directory/directory.ts";

interface OthersParts {
  readonly connectionCommands: Pick<ConnectionCommands, "askable">;
  readonly directory: Pick<Directory, "profilesFound" | "idsOf">;
  readonly settings: Pick<EffectiveSettings, "topics">;
  readonly leastAsked: Pick<LeastAsked, "forViewer">;
}

/** How many are offered; how many recently changed profiles are considered for each topic. */
const [offered, considered] = [3, 2000];

/** Others whom the asker of an unanswered request can ask instead. */
export class Others {
  constructor(private readonly deps: OthersParts) {}

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
    const { connectionCommands, directory, settings } = this.deps;
    let asked: Awaited<ReturnType<ConnectionCommands["askable"]>> | undefined;
    const find = async () => {
      asked = await connectionCommands.askable({
        askerId: asker.memberId,
        connectionId: request.connectionId,
        candidates: await this.#candidates(asker.memberId, request),
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

  /** Most shared topics first, then the least asked. */
  async #candidates(
    askerId: string,
    { topics }: ConnectionRecord,
  ): Promise<readonly string[]> {
    const requests = facets.requests.choices ?? [];
    const lists = await Promise.all(topics.map((topic) => {
      const helpTopics = [this.deps.settings.topics().labelOf(topic)];
      return this.deps.directory.idsOf({ ...emptyQuery, helpTopics, requests }, considered);
    }));
    const shared = new Map<string, number>();
    for (const id of lists.flat()) shared.set(id, (shared.get(id) ?? 0) + 1);
    const counts = [...new Set(shared.values())].toSorted((one, other) => other - one);
    const ordered = await Promise.all(counts.map((count) => {
      const alike = [...shared].filter(([, each]) => each === count).map(([id]) => id);
      return this.deps.leastAsked.forViewer(askerId, alike);
    }));
    return ordered.flat();
  }
}
