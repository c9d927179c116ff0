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

/** Results of a mentor's answers. */
export type Helped = Awaited<ReturnType<ReturnType<typeof createHelped>>>;

const mostThanks = 2;
const searched = 5;

export function createHelped({ tables: { members, connections }, texts }: HelpedParts) {
  /** The asker's closing words for the mentor, if any. Whether it helped is only counted. */
  async function wordsOf(memberId: string, { connectionId, askerId }: ConnectionRecord) {
    if (askerId === null || await connections.hasBlocked(memberId, askerId)) return undefined;
    const page = await texts.latest(connectionId, {
      kind: "feedback",
      authorId: askerId,
      limit: 1,
    });
    return page.texts[0]?.text;
  }

  return async (memberId: string) => {
    const records = await connections.ofMember(memberId);
    const answered = records.filter(({ mentorId, answeredAt, state }) =>
      mentorId === memberId && answeredAt !== null && state !== "declined"
    );
    const latest = answered.filter(({ state, hasFeedback }) => state === "ended" && hasFeedback)
      .toSorted((one, other) => other.lastAt.localeCompare(one.lastAt)).slice(0, searched);
    const [words, people] = await Promise.all([
      Promise.all(latest.map((record) => wordsOf(memberId, record))),
      members.byIds(answered.flatMap(({ askerId }) => askerId ?? [])),
    ]);
    return {
      // Each erased person counts separately.
      people: new Set(answered.map(({ askerId, connectionId }) => askerId ?? connectionId)).size,
      areCadets: [...people.values()].every(({ role }) => role === "cadet"),
      /** Latest first. */
      thanks: latest.flatMap(({ connectionId, askerId }, at) => {
        const firstName = people.get(askerId ?? "")?.firstName;
        const text = words[at];
        return firstName === undefined || text === undefined
          ? []
          : [{ connectionId, firstName, text }];
      }).slice(0, mostThanks),
    };
  };
}
