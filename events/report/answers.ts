/**
 * Answers: sentences about figures, for staff or for outside readers. Made from tables alone.
 *
 * @module
 */
import { figureIn, figureOf, tableIn } from "./find-figure.ts";
import { notShown } from "./labels.ts";
import { topicsIn } from "./next-steps.ts";
import type { CountedCycle } from "./replay.ts";
import type { Answer, Audience } from "./report.ts";
import type { StatisticName } from "./statistics/statistics.ts";
import { is, list, names, sentence, type Words, wordsFor } from "./words.ts";

type Cycle = Pick<CountedCycle, "tables">;

interface Question {
  readonly question: string;
  /** The charted table. */
  readonly charted: string;
  /** @param before The cycle before, if known. */
  say(cycle: Cycle, before: Cycle | undefined, words: Words): string;
}

const questions: Readonly<Record<Exclude<StatisticName, "profiles">, Question>> = {
  people: {
    question: "Who is here, and how did that change?",
    charted: "people-by-role",
    say(cycle, before, { many, alone, people, isShared, least }) {
      const members = (role?: string) => figureIn(cycle, "people-by-role", "Members", role);
      if (members() < least) return `${people(0)} ${isShared ? "have" : "has"} joined yet.`;
      const changed = (name: string) => figureIn(cycle, "people-by-month", name);
      const last = before && figureIn(before, "people-by-month", "Registered");
      return `${many(members(), "member")}: ${many(members("Cadets"), "cadet")}, ` +
        `${many(members("Alumni"), "alumni", "alumni")}, and ` +
        `${many(members("Cadre"), "cadre", "cadre")}. ` +
        `${people(changed("Registered"))} registered in this cycle` +
        (last === undefined ? "" : ` (${alone(last)} in the last one)`) +
        `, and ${people(changed("Left"))} left.`;
    },
  },
  requests: {
    question: "Who asks, and who gets help?",
    charted: "requests-by-month",
    say(cycle, before, words) {
      const { people, isShared, least } = words;
      const asked = figureIn(cycle, "requests-by-month", "Asked");
      if (asked < least) {
        return `${people(0)} ${isShared ? "have" : "has"} asked for help in this cycle.`;
      }
      const table = tableIn(cycle, "requests-by-role");
      // In a small program cadets are grouped with others.
      const cadets = table.rows.find(({ label }) => label === "Cadets");
      const row = cadets ?? table.rows.find(({ isTotal }) => isTotal);
      const [askers, all] = ["People who asked", "Members"].map((name) =>
        figureOf(table, row, name)
      );
      const helped = figureIn(cycle, "requests-helped", "Answers", "Yes");
      return `${
        share(askers ?? 0, all ?? 0, cadets ? "cadet" : "member", words)
      } asked for help. ` +
        `${acceptedOf(cycle, words)}` +
        `${before === undefined ? "" : ` (${lastAccepted(before, words)})`}. ` +
        `${people(helped)} said that it helped.`;
    },
  },
  speed: {
    question: "How fast do answers come?",
    charted: "speed-answers",
    say(cycle, before, { many, alone, least }) {
      const of = (one: Cycle, row?: string) => figureIn(one, "speed-answers", "Accepted", row);
      const quick = (one: Cycle) => of(one, "1 day or less") + of(one, "2 or 3 days");
      const expired = figureIn(cycle, "requests-by-month", "Expired");
      if (of(cycle) + expired < least) {
        return `${many(0, "request")} were answered in this cycle.`;
      }
      const last = before && of(before) > 0
        ? ` (last cycle: ${alone(quick(before))} of ${alone(of(before))})`
        : "";
      return `${alone(quick(cycle))} of ${
        many(of(cycle), "accepted request")
      } got an answer within ` +
        `three days${last}. ${many(expired, "request")} expired without an answer.`;
    },
  },
  topics: {
    question: "What is asked for, and not offered?",
    charted: "topics-asked-and-offered",
    say(cycle, _before, words) {
      const { many, isShared, least } = words;
      const asked = topicsIn(cycle).filter((topic) => topic.asked >= least);
      const missing = asked.filter(({ offered }) => offered < least);
      if (asked.length === 0) {
        return isShared
          ? "Each topic was named in fewer than 5 requests in this cycle."
          : `${many(0, "request")} named a topic in this cycle.`;
      }
      const most = asked.slice(0, 3).map(({ label, asked }) =>
        `${label} (${many(asked, "request")})`
      );
      return `Most requests are about ${list(most)}. ` +
        (missing.length === 0
          ? "Alumni offer every topic that was asked for."
          : `${isShared ? "Fewer than 5" : "No"} alumni offer ${
            names(missing.map(({ label }) => label), words)
          }.`);
    },
  },
  coverage: {
    question: "Which branches and regions does no one cover?",
    charted: "coverage-by-branch",
    say(cycle, _before, words) {
      const { alone, isShared } = words;
      const [branches, regions] = ["branch", "region"].map((name) => {
        const table = tableIn(cycle, `coverage-by-${name}`);
        return table.rows.filter(({ label }) => label !== notShown).map((row) => ({
          label: row.label,
          helpers: figureOf(table, row, "Alumni who can help"),
        }));
      });
      const missing = (all: typeof branches = []) =>
        all.filter(({ helpers }) => helpers < words.least).map(({ label }) => label);
      const few = isShared ? "Fewer than 5" : "No";
      const [least] = branches ?? [];
      return [
        missing(branches).length > 0
          ? `${few} alumni who can help are in ${names(missing(branches), words)}.`
          : "Alumni who can help are in every branch; the fewest are in " +
            `${least?.label} (${alone(least?.helpers ?? 0)}).`,
        ...missing(regions).length === 0 ? [] : [
          `${few} alumni are in ${
            names(missing(regions), words)
          }, where cadets live or asked for help.`,
        ],
      ].join(" ");
    },
  },
  freshness: {
    question: "How fresh are profiles?",
    charted: "freshness-by-age",
    say(cycle, _before, { alone, many, least }) {
      const of = (column: string) => figureIn(cycle, "freshness-by-age", column);
      const all = of("Profiles");
      if (all < least) return `There are ${many(0, "profile")} yet.`;
      const recent = of("Under 3 months") + of("3 to 6 months") + of("6 to 12 months");
      return `${alone(recent)} of ${many(all, "profile")} changed in the last 12 months. ` +
        `${alone(of("Over 2 years"))} last changed over two years ago.`;
    },
  },
  retention: {
    question: "Who left or hid?",
    charted: "retention-by-month",
    say(cycle, before, { many, alone, times, isShared }) {
      const of = (one: Cycle, column: string) => figureIn(one, "retention-by-month", column);
      const [erased = 0, hidden = 0, shown = 0] = ["Account erased", "Hidden", "Shown again"].map(
        (column) => of(cycle, column),
      );
      const last = before && of(before, "Account erased");
      return [
        `${many(erased, "account")} ${is(erased, "was", "were")} erased` +
        `${last === undefined ? "" : ` (${alone(last)} in the last cycle)`}.`,
        hidden + shown === 0 && !isShared
          ? "No one hid their profile."
          : `Members hid their profile ${times(hidden)}, and ${
            shown === 0 && !isShared ? "no one showed it again" : `showed it again ${times(shown)}`
          }.`,
      ].join(" ");
    },
  },
};

/** The questions that figures answer, in order. */
export function createAnswers(
  cycle: Cycle,
  before: Cycle | undefined,
  audience: Audience,
): Answer[] {
  const words = wordsFor(audience);
  return Object.entries(questions).map(([name, { question, charted, say }]) => ({
    name: name as StatisticName,
    question,
    sentence: sentence(say(cycle, before, words)),
    charted,
  }));
}

/** `80 of 128 requests were accepted`; an answer may be to a request of the cycle before. */
function acceptedOf(cycle: Cycle, { alone, many }: Words): string {
  const [asked, accepted] = requestsOf(cycle);
  if (accepted > asked) {
    return `${many(asked, "request")} came, and ${alone(accepted)} were accepted`;
  }
  return `${alone(accepted)} of ${many(asked, "request")} ${is(asked, "was", "were")} accepted`;
}

function lastAccepted(cycle: Cycle, { alone, many, least }: Words): string {
  const [asked, accepted] = requestsOf(cycle);
  if (asked < least) return `${many(asked, "request")} in the last cycle`;
  return `last cycle: ${alone(accepted)} of ${alone(asked)}`;
}

function requestsOf(cycle: Cycle): readonly [asked: number, accepted: number] {
  const of = (column: string) => figureIn(cycle, "requests-by-month", column);
  return [of("Asked"), of("Accepted")];
}

function share(part: number, all: number, one: string, { alone, many }: Words): string {
  return part > all ? many(part, one) : `${alone(part)} of ${many(all, one)}`;
}
