import { Refusal, type RefusalCode } from "../errors.ts";
import type { MemberRecord } from "../members/record.ts";
import {
  type AskInsteadState,
  decideAskInstead,
  refuseUnlessSilent,
  sharedTopics,
} from "./decide-ask-instead.ts";
import type { ConnectionsDependencies } from "./connection-writer.ts";

export interface AskableQuery {
  readonly askerId: string;
  readonly connectionId: string;
  /** Ids of members who may fit, the best first. */
  readonly candidates: readonly string[];
  readonly most: number;
}

export interface Askable {
  readonly people: readonly {
    readonly member: MemberRecord;
    readonly topics: readonly string[];
  }[];
  /** Why the asker can't ask anyone now, in a sentence for them. */
  readonly refusal: string | undefined;
}

/** How many candidates are read with one query, and how many at most: the others look like these. */
const [atOnce, mostTried] = [20, 200];

/**
 * Finds members whom the asker of a silent request can ask instead. Those who block the asker are
 * included, so the list tells nothing about blocks.
 *
 * @throws {Refusal} When the request isn't the asker's, or isn't silent.
 */
export async function findAskable(
  { table, questions: questionTable, members, recentDeclines, limits, topics, now }:
    ConnectionsDependencies,
  { askerId, connectionId, candidates, most }: AskableQuery,
): Promise<Askable> {
  const [asker, silent] = await Promise.all([members.byId(askerId), table.byId(connectionId)]);
  if (asker === undefined) throw new Refusal("member/not-found", "Account not found");
  refuseUnlessSilent(askerId, silent, undefined, now());
  const [asked, questions, known, blocked] = await Promise.all([
    table.askedBy(askerId),
    questionTable.askedBy(askerId),
    table.ofMember(askerId),
    table.blockedBy(askerId),
  ]);

  async function refusalOf(asker: MemberRecord, mentor: MemberRecord): Promise<Refusal | null> {
    const { memberId: mentorId, conversations } = mentor;
    const state: AskInsteadState = {
      asker,
      mentor,
      silent,
      conversations,
      asked,
      questions,
      between: known.filter((each) => each.mentorId === mentorId || each.askerId === mentorId),
      isBlocking: blocked.some(({ memberId }) => memberId === mentorId),
      topics: topics(),
    };
    const ask = { connectionId, mentorId, note: "" };
    try {
      decideAskInstead(state, ask, limits, now());
      // Rare, and a query each: only for people who are left.
      const [wasDeclined, theirs] = await Promise.all([
        recentDeclines.has(asker.email, mentorId),
        table.askedBy(mentorId),
      ]);
      const hidesRequest = theirs.some((each) =>
        each.mentorId === askerId && each.state === "requested"
      );
      decideAskInstead({ ...state, wasDeclined, hidesRequest }, ask, limits, now());
      return null;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }

  const people: Askable["people"][number][] = [];
  for (let at = 0; at < Math.min(candidates.length, mostTried); at += atOnce) {
    const ids = candidates.slice(at, at + atOnce);
    const mentors = await members.byIds(ids);
    for (const id of ids) {
      const mentor = mentors.get(id);
      if (mentor === undefined) continue;
      const refusal = await refusalOf(asker, mentor);
      if (refusal !== null && ofAsker.has(refusal.code)) {
        return { people: [], refusal: refusal.message };
      }
      if (refusal !== null) continue;
      people.push({ member: mentor, topics: sharedTopics(silent, mentor, topics()) });
      if (people.length === most) return { people, refusal: undefined };
    }
  }
  return { people, refusal: undefined };
}

/** Refusals that would be the same for everyone whom they ask. */
const ofAsker: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  "program/waiting",
  "profile/role-missing",
  "connection/unconfirmed",
  "connection/asking-closed",
  "connection/too-many-open",
  "connection/too-many-lately",
]);
