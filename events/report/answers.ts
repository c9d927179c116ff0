import { notShown } from "./labels.ts";
import { topicsIn } from "./next-steps.ts";
import type { Audience, ReportAnswer } from "./report.ts";
import type { StatisticName } from "./statistics/statistics.ts";
import { figureIn, figureOf, tableIn, type Tables } from "./tables.ts";
import { is, list, names, sentence, type Words, wordsFor } from "./words.ts";

interface Question {
  readonly question: string;
  readonly charted: string;
  /** @param before The cycle before, if known. */
  say(cycle: Tables, before: Tables | undefined, words: Words): string;
}

const questions: Readonly<Record<Exclude<StatisticName, "profiles">, Question>> = {
  commissioned: {
    question: "Who commissioned, and who stayed?",
    charted: "commissioned-by-branch",
    say(cycle, before, { many, alone, isShared }) {
      const of = (one: Tables, table: string, column = "Commissioned") =>
        figureIn(one, table, column);
      const count = of(cycle, "commissioned-by-branch");
      const last = before && ` (${alone(of(before, "commissioned-by-branch"))} in the last one)`;
      const { rows } = tableIn(cycle, "commissioned-by-component");
      const parts = rows.filter(({ isTotal }) => !isTotal)
        .map(({ label, figures: [figure] }) => `${alone(Number(figure))} ${serving(label)}`);
      const confirmed = `${many(count, "cadet")} commissioned in this cycle${last ?? ""}` +
        `${parts.length > 1 ? `: ${list(parts)}` : ""}.`;
      const ago = of(cycle, "commissioned-stayed", "A year ago");
      if (ago === 0) return confirmed;
      const stayed = of(cycle, "commissioned-stayed", "Still in the directory");
      return `${confirmed} Of ${many(ago, "cadet")} who had commissioned a year before, ` +
        `${alone(stayed)} ${isShared ? "are" : is(stayed)} still in the directory.`;
    },
  },
  people: {
    question: "Who is here, and how did that change?",
    charted: "people-by-role",
    say(cycle, before, { many, alone, people, isShared, least }) {
      const members = (role?: string) => figureIn(cycle, "people-by-role", "Members", role);
      if (members() < least) return `${people(0)} ${isShared ? "have" : "has"} joined yet.`;
      const changed = (name: string) => figureIn(cycle, "people-by-month", name);
      const last = before &&
        ` (${alone(figureIn(before, "people-by-month", "Registered"))} in the last one)`;
      return `${many(members(), "member")}: ${many(members("Cadets"), "cadet")}, ` +
        `${many(members("Alumni"), "alumni", "alumni")}, and ` +
        `${many(members("Cadre"), "cadre", "cadre")}. ` +
        `${people(changed("Registered"))} registered or were invited in this cycle${last ?? ""}, ` +
        `and ${people(changed("Left"))} left.`;
    },
  },
  requests: {
    question: "Who asks, and who gets help?",
    charted: "requests-by-month",
    say(cycle, before, words) {
      const { people, isShared, least } = words;
      if (figureIn(cycle, "requests-by-month", "Asked") < least) {
        const noRequest = `${people(0)} ${
          isShared ? "have" : "has"
        } sent a request in this cycle. `;
        return `${noRequest}${questionsIn(cycle, words)}`.trimEnd();
      }
      const table = tableIn(cycle, "requests-by-role");
      const cadets = table.rows.find(({ label }) => label === "Cadets");
      const row = cadets ?? table.rows.find(({ isTotal }) => isTotal);
      // Not as a share: members who commissioned or left since asked as cadets, and aren't cadets now.
      const askers = figureOf(table, row, "People who asked");
      return `${words.many(askers, cadets ? "cadet" : "member")} asked for help. ` +
        acceptedOf(cycle, words) + (before ? ` (${lastAccepted(before, words)})` : "") +
        `. ${questionsIn(cycle, words)}` +
        `${people(figureIn(cycle, "requests-helped", "Answers", "Yes"))} said that it helped.`;
    },
  },
  speed: {
    question: "How fast do answers come?",
    charted: "speed-answers",
    say(cycle, before, { many, alone, least }) {
      const of = (one: Tables, row?: string) => figureIn(one, "speed-answers", "Accepted", row);
      const quick = (one: Tables) => of(one, "1 day or less") + of(one, "2 or 3 days");
      const expired = figureIn(cycle, "requests-by-month", "Expired");
      if (of(cycle) + expired < least) {
        return `${many(0, "request")} were answered in this cycle.`;
      }
      const last = before && of(before) > 0
        ? ` (last cycle: ${alone(quick(before))} of ${alone(of(before))})`
        : "";
      const accepted = many(of(cycle), "accepted request");
      return `${alone(quick(cycle))} of ${accepted} got an answer within three days${last}. ` +
        `${many(expired, "request")} expired without an answer.`;
    },
  },
  topics: {
    question: "What is asked for, and not offered?",
    charted: "topics-asked-and-offered",
    say(cycle, _before, words) {
      const { many, isShared, least } = words;
      const asked = topicsIn(cycle).filter((topic) => topic.asked >= least);
      const missing = asked.filter(({ offered }) => offered < least).map(({ label }) => label);
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
          : `${words.few} alumni offer ${names(missing, words)}.`);
    },
  },
  coverage: {
    question: "Which branches and regions does no one cover?",
    charted: "coverage-by-branch",
    say(cycle, _before, words) {
      const helpersBy = (name: string) => {
        const table = tableIn(cycle, `coverage-by-${name}`);
        return table.rows.filter(({ label }) => label !== notShown).map((row) => ({
          label: row.label,
          helpers: figureOf(table, row, "Alumni who can help"),
        }));
      };
      const branches = helpersBy("branch");
      const [branch, region] = [branches, helpersBy("region")].map((all) =>
        all.filter(({ helpers }) => helpers < words.least).map(({ label }) => label)
      );
      const [least] = branches;
      const covered = branch?.length
        ? `${words.few} alumni who can help are in ${names(branch, words)}.`
        : "Alumni who can help are in every branch; the fewest are in " +
          `${least?.label} (${words.alone(least?.helpers ?? 0)}).`;
      return region?.length
        ? `${covered} ${words.few} alumni are in ${
          names(region, words)
        }, where cadets live or asked for help.`
        : covered;
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
      const of = (one: Tables, column: string) => figureIn(one, "retention-by-month", column);
      const erased = of(cycle, "Account erased");
      const [hidden, shown] = [of(cycle, "Hidden"), of(cycle, "Shown again")];
      const last = before && ` (${alone(of(before, "Account erased"))} in the last cycle)`;
      const unjoined = erased - figureIn(cycle, "people-by-month", "Left");
      const invited = unjoined === 0 || isShared
        ? ""
        : ` ${unjoined} of them ${is(unjoined, "was", "were")} invited and never joined.`;
      const left = `${many(erased, "account")} ${is(erased, "was", "were")} erased${last ?? ""}.` +
        invited;
      if (hidden + shown === 0 && !isShared) return `${left} No one hid their profile.`;
      const again = shown === 0 && !isShared
        ? "no one showed it again"
        : `showed it again ${times(shown)}`;
      return `${left} Members hid their profile ${times(hidden)}, and ${again}.`;
    },
  },
};

/** A sentence about questions to the program's alumni; empty if there were none. */
function questionsIn(cycle: Tables, { alone, many, least }: Words): string {
  const of = (column: string) => figureIn(cycle, "requests-questions", column, "To alumni");
  const asked = of("Asked");
  if (asked < least) return "";
  return `${alone(of("Answered within 7 days"))} of ${many(asked, "question")} to alumni got an ` +
    "answer within a week. ";
}

export function createAnswers(
  cycle: Tables,
  before: Tables | undefined,
  audience: Audience,
): ReportAnswer[] {
  const words = wordsFor(audience);
  return Object.entries(questions).map(([name, { question, charted, say }]) => ({
    name: name as StatisticName,
    question,
    sentence: sentence(say(cycle, before, words)),
    charted,
  }));
}

const serving = (component: string) =>
  component === "Active Duty" ? "on active duty" : `in the ${component}`;

/** `80 of 128 requests were accepted`; an answer may be to a request of the cycle before. */
function acceptedOf(cycle: Tables, { alone, many }: Words): string {
  const [asked, accepted] = requestsOf(cycle);
  if (accepted > asked) {
    return `${many(asked, "request")} came, and ${alone(accepted)} were accepted`;
  }
  return `${alone(accepted)} of ${many(asked, "request")} ${is(asked, "was", "were")} accepted`;
}

function lastAccepted(cycle: Tables, { alone, many, least }: Words): string {
  const [asked, accepted] = requestsOf(cycle);
  if (asked < least) return `${many(asked, "request")} in the last cycle`;
  return `last cycle: ${alone(accepted)} of ${alone(asked)}`;
}

function requestsOf(cycle: Tables): readonly [asked: number, accepted: number] {
  const of = (column: string) => figureIn(cycle, "requests-by-month", column);
  return [of("Asked"), of("Accepted")];
}
