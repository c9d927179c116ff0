import type { NextStep } from "./report.ts";
import { figureIn, figureOf, tableIn, type Tables } from "./tables.ts";
import { is, wordsFor } from "./words.ts";

/** Maximum number of steps, so that they are read. */
const mostSteps = 3;

/** Suggestions for staff, most urgent first. */
export function nextStepsOf(tables: Tables): NextStep[] {
  const { many, alone } = wordsFor("staff");
  const people = (column: string, row?: string) => figureIn(tables, "people-by-role", column, row);
  const requests = (column: string) => figureIn(tables, "requests-by-month", column);
  const [waiting, invited] = [people("Waiting"), people("Invited")];
  const [asked, expired] = [requests("Asked"), requests("Expired")];
  const [profiles = 0, old = 0] = ["Profiles", "Over 2 years"].map((column) =>
    figureIn(tables, "freshness-by-age", column)
  );
  const missing = topicsIn(tables).filter((topic) => topic.asked > 0 && topic.offered === 0);
  const scarce = topicsIn(tables).filter(({ asked, offered }) =>
    offered > 0 && asked >= 3 * offered
  );
  const steps: (NextStep | false)[] = [
    people("Members", "Alumni") + people("Invited", "Alumni") === 0 && {
      sentence: "No alumni have joined yet. Invite yours from a spreadsheet.",
      page: "import",
    },
    waiting > 0 && {
      sentence: `${many(waiting, "person", "people")} ${is(waiting)} waiting for access. ` +
        "Approve or decline them.",
      page: "waiting",
    },
    ...missing.slice(0, 1).map(({ label, asked }): NextStep => ({
      sentence: `No alumni offer ${label}, but ${many(asked, "request")} named it. ` +
        "Invite someone who can help with it.",
      page: "invitations",
    })),
    expired * 5 >= asked && expired > 0 && {
      sentence: `${many(expired, "request")} expired without an answer. ` +
        "Ask alumni who are too busy to pause requests.",
      page: "people",
    },
    invited > 0 && {
      sentence: `${many(invited, "invited person", "invited people")} ` +
        `${is(invited, "has", "have")} not joined yet.`,
      page: "invitations",
    },
    ...scarce.slice(0, 1).map(({ label, asked, offered }): NextStep => ({
      sentence: `${many(asked, "request")} named ${label}, which ${alone(offered)} alumni offer. ` +
        "Invite more who can help with it.",
      page: "invitations",
    })),
    old * 3 >= profiles && old > 0 && {
      sentence: `${many(old, "profile")} last changed over two years ago. ` +
        "Ask members to update theirs.",
      page: "announcement",
    },
  ];
  return steps.filter((step) => step !== false).slice(0, mostSteps);
}

export function topicsIn(tables: Tables) {
  const table = tableIn(tables, "topics-asked-and-offered");
  return table.rows.map((row) => ({
    label: row.label,
    offered: figureOf(table, row, "Alumni who offer it"),
    asked: figureOf(table, row, "Asked for"),
  }));
}
