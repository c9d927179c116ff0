import { helpedAnswers } from "../../connections/words.ts";
import { roles } from "../../vocabulary.ts";
import { mentoringAt } from "../people.ts";
import { type RequestCounts, sumUnder } from "../request-days.ts";
import { joinSmallGroups } from "../rule-of-five.ts";
import { type Column, countBy, monthRows, type Table, totalOf } from "../tables.ts";
import { roleLabel } from "./people.ts";
import type { Closing, Statistic } from "./statistic.ts";

const monthColumns: readonly Column[] = [
  { label: "Asked", means: "Requests for help that were sent in the month." },
  {
    label: "Accepted",
    means: "Requests that were accepted in the month, whenever they were sent.",
  },
  { label: "Declined", means: "Requests that were declined in the month." },
  { label: "Withdrawn", means: "Requests that their senders withdrew in the month." },
  { label: "Expired", means: "Requests that ended in the month without an answer." },
];

const roleColumns: readonly Column[] = [
  { label: "Members", means: "Accounts with this role at the end of the cycle." },
  { label: "People who asked", short: "Askers", means: "Members who sent a request in the cycle." },
  {
    label: "Got help",
    means: "Members who had a request accepted in the cycle.",
  },
  { label: "Asked", means: "Requests that members with this role sent in the cycle." },
  { label: "Accepted", means: "Requests that members with this role accepted in the cycle." },
  { label: "Declined", means: "Requests that members with this role declined in the cycle." },
];

const mentorColumns: readonly Column[] = [
  { label: "Taking requests", short: "Taking", means: "Members who take requests at the end." },
  {
    label: "Paused",
    means: "Members who take requests again in a later month, or when they say so.",
  },
  { label: "Not taking", means: "Members who take no requests." },
];

const helpedLabels = { yes: "Yes", partly: "Partly", no: "No" } as const;

/** Requests for help and their outcomes. */
export const requests: Statistic = {
  about: "who asks for help, and who gets it",
  title: "Requests for help",
  isCompared: true,
  createFold: () => ({
    close: (closing) => [
      monthTable(closing),
      roleTable(closing),
      helpedTable(closing.requests.all),
      mentorTable(closing),
    ],
  }),
};

function monthTable({ cycle, atMs, requests }: Closing): Table {
  const months = requests.months.map((counts) => [
    sumUnder(counts, "asked"),
    sumUnder(counts, "accepted"),
    sumUnder(counts, "declined"),
    counts.of("withdrawn"),
    counts.of("expired"),
  ]);
  return {
    id: "requests-by-month",
    title: "By month",
    about: "What happened in each month of the cycle.",
    heading: "Month",
    columns: monthColumns,
    rows: monthRows(cycle, atMs, months),
    charts: [{ kind: "columns", series: [0, 1] }],
  };
}

function roleTable({ members, requests: { all } }: Closing): Table {
  const groups = [...roles, null].map((role) => {
    const name = role ?? "none";
    const size = members.of(name);
    const figures = [
      size,
      ...[`askers/${name}`, `reached/${name}`, `asked/${name}`].map((key) => all.of(key)),
      ...["accepted", "declined"].map((answer) => all.of(`answeredBy/${name}/${answer}`)),
    ];
    return { names: [roleLabel(name)], people: size, figures };
  });
  return {
    id: "requests-by-role",
    title: "Who asks, and who answers",
    about: "Requests in the cycle by the role of those who sent or answered them. Groups have " +
      "five members or more.",
    heading: "Role",
    columns: roleColumns,
    rows: [...joinSmallGroups(groups), totalOf(groups.map(({ figures }) => figures))],
    charts: [{ kind: "bars", series: [0, 1, 2] }],
  };
}

function helpedTable(counts: RequestCounts): Table {
  const rows = helpedAnswers.map((answer) => ({
    label: helpedLabels[answer],
    figures: [counts.of(`feedback/${answer}`)],
  }));
  return {
    id: "requests-helped",
    title: "Whether it helped",
    about: "What askers said in the cycle after a conversation.",
    heading: "Did it help?",
    columns: [{ label: "Answers", means: "Answers that askers gave in the cycle." }],
    rows: [...rows, totalOf(rows.map(({ figures }) => figures))],
    charts: [{ kind: "bars", series: [0] }],
  };
}

function mentorTable({ people, members, atMs }: Closing): Table {
  const groups = roles.map((role) => {
    // A pause until the next cycle still lasts at the last moment of this one.
    const said = countBy(
      people.values(),
      (one) => one.role === role ? mentoringAt(one, atMs - 1) : undefined,
    );
    const figures = ["taking", "paused", "not taking"].map((state) => said.of(state));
    return { names: [roleLabel(role)], people: members.of(role), figures };
  });
  return {
    id: "requests-mentors",
    title: "Who takes requests",
    about: "Members at the end of the cycle, by what they say about requests: alumni and cadre " +
      "take them until they say otherwise. Groups have five members or more.",
    heading: "Role",
    columns: mentorColumns,
    rows: [...joinSmallGroups(groups), totalOf(groups.map(({ figures }) => figures))],
    charts: [{ kind: "bars", series: [0, 1, 2] }],
  };
}
