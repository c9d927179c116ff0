/** One nudge to a cadet who never asked, with the three people that their Home suggests. */
import type { MemberRecord } from "../../../events/members/record.ts";
import type { ConnectionTable } from "../../../events/read/connections.ts";
import type { QuestionTable } from "../../../events/read/questions.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { pageLink, siteName } from "../../mail/templates/letterhead.ts";
import { nameOf } from "../../mail/templates/name-of.ts";
import type { Conversations } from "../connections/conversations.ts";
import type { Suggestion, Suggestions } from "../home/suggestions.ts";
import type { createSuggestions } from "../home/suggestions.ts";
import type { ProgramMail } from "./program-mail-kind.ts";

interface FirstQuestionParts {
  readonly table: Pick<MemberTable, "withNudgeIn">;
  readonly connections: Pick<ConnectionTable, "askedBy">;
  readonly questions: Pick<QuestionTable, "askedBy">;
  readonly conversations: Pick<Conversations, "list">;
  readonly suggestions: ReturnType<typeof createSuggestions>;
}

export function createFirstQuestion(
  { table, connections, questions, conversations, suggestions }: FirstQuestionParts,
): ProgramMail {
  const find = async (member: MemberRecord): Promise<Suggestions["people"]> => {
    const lists = await conversations.list(member.memberId);
    return (await suggestions(member, lists, { ip: "" })).people;
  };
  return {
    kind: "first-question",
    due: table.withNudgeIn,
    async isWanted(member) {
      const { memberId } = member;
      const asked = await Promise.all([connections.askedBy(memberId), questions.askedBy(memberId)]);
      return asked.flat().length === 0 && (await find(member)).length > 0;
    },
    async write(member) {
      const people = await find(member);
      if (people.length === 0) return undefined;
      return {
        aboutIds: people.map(({ user }) => user.id),
        letter: (head) => ({
          subject: `Who could you ask for help on ${siteName(head)}?`,
          opening:
            `You haven't asked anyone for help yet. ${
              people.length === 1 ? "Here's someone who takes" : "Here are people who take"
            } requests. Each link opens a note with a first sentence that you can change. Nothing is ` +
            "sent until you press Send request.",
          answer: "none",
          closing: [
            ...people.map((person) => ({
              label: describe(person),
              link: pageLink(head, askPath(person)),
            })),
            { label: "Find someone else", link: pageLink(head, "/directory") },
          ],
          details: ["We send this email once."],
          because: "you can ask members for help, and haven't yet",
        }),
      };
    },
  };
}

/** "Ask Dana Hill about Branch Selection (Aviation, Engineer)". */
function describe({ user, topic, about }: Suggestion): string {
  const details = about.length === 0 ? "" : ` (${about.join(", ")})`;
  return `Ask ${nameOf({ other: user })}${topic === null ? "" : ` about ${topic}`}${details}`;
}

/** Path of the form that asks this person, with the topic chosen and a first sentence. */
function askPath({ user, topic }: Suggestion): string {
  const query = new URLSearchParams({ to: user.id, ...topic !== null && { topic }, note: "first" });
  return `/connections/new?${query}`;
}
