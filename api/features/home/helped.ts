import type { ConnectionRecord } from "../../../events/connections/connection.ts";
import type { ConversationTexts } from "../../../events/connections/texts.ts";
import type { ConnectionTable } from "../../../events/read/connections.ts";
import type { MemberTable } from "../../../events/read/members.ts";

interface HelpedParts {
  readonly tables: {
    readonly members: Pick<MemberTable, "byIds">;
    readonly connections: Pick<ConnectionTable, "ofMember" | "hasBlocked">;
  };
  readonly texts: Pick<ConversationTexts, "latest">;
}

/** Results of a mentor's conversations, latest thanks first. */
export type Helped = Awaited<ReturnType<ReturnType<typeof createHelped>>>;

const mostThanks = 2;
const searched = 5;

export function createHelped({ tables: { members, connections }, texts }: HelpedParts) {
  /** Whether a conversation has closing words for the mentor. Whether it helped is only counted. */
  async function hasWords(memberId: string, { connectionId, askerId }: ConnectionRecord) {
    if (askerId === null || await connections.hasBlocked(memberId, askerId)) return false;
    const page = await texts.latest(connectionId, {
      kind: "feedback",
      authorId: askerId,
      limit: 1,
    });
    return page.texts.length > 0;
  }

  return async (memberId: string) => {
    const records = await connections.ofMember(memberId);
    const ended = records.filter(({ mentorId, answeredAt, state, isLeft }) =>
      mentorId === memberId && answeredAt !== null &&
      (state === "ended" || isLeft && state === "accepted")
    );
    const latest = ended.filter(({ hasFeedback }) => hasFeedback)
      .toSorted((one, other) => other.lastAt.localeCompare(one.lastAt)).slice(0, searched);
    const isThanked = await Promise.all(latest.map((record) => hasWords(memberId, record)));
    const thanked = latest.filter((_, at) => isThanked[at]).slice(0, mostThanks);
    const people = await members.byIds(thanked.flatMap(({ askerId }) => askerId ?? []));
    return {
      // Each erased person counts separately.
      people: new Set(ended.map(({ askerId, connectionId }) => askerId ?? connectionId)).size,
      thanks: thanked.flatMap(({ connectionId, askerId }) => {
        const firstName = people.get(askerId ?? "")?.firstName;
        return firstName === undefined ? [] : [{ connectionId, firstName }];
      }),
    };
  };
}
