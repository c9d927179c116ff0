import { type Role, roles, roleTraits } from "../../vocabulary.ts";
import { isIn, type People, type Person } from "../people.ts";
import { joinSmallGroups } from "../rule-of-five.ts";
import { type Column, countBy, monthRows, noCounts, type Table, totalOf } from "../tables.ts";
import type { Closing, Statistic } from "./statistic.ts";

const states = ["in", "waiting", "invited", "refused", "suspended"] as const;
const stateColumns: readonly Column[] = [
  { label: "Members", means: "Accounts that have access to the directory." },
  {
    label: "Waiting",
    means: "Applicants who wait for approval, or to confirm their email address.",
  },
  { label: "Invited", means: "People who were invited and have not joined yet." },
  { label: "Refused", means: "Accounts that staff refused." },
  { label: "Suspended", means: "Accounts that the operator suspended." },
  { label: "All", means: "All accounts: the five columns before." },
  {
    label: "Can't ask",
    means: "Accounts that staff closed for asking; they are in another column, too.",
  },
];

const monthColumns: readonly Column[] = [
  { label: "Registered", means: "Accounts that were created in the month, invited ones too." },
  { label: "Left", means: "Accounts that were erased in the month." },
  {
    label: "Became alumni",
    short: "To alumni",
    means: "Changes of role from cadet to alumni in the month.",
  },
];

const stepColumns: readonly Column[] = [
  { label: "Registered", means: "Everyone whose account was created in the cycle." },
  { label: "Chose a role", short: "Role", means: "Those of them who have chosen a role." },
  { label: "Created a profile", short: "Profile", means: "Those who have created a profile." },
  {
    label: "Visible at the end",
    short: "Visible",
    means: "Those whose profile other members can see at the end of the cycle.",
  },
];

/** Members, and how their number changed. */
export const people: Statistic = {
  about: "who is here, and how that changed",
  title: "Who is here",
  isCompared: true,
  createFold({ startMs }) {
    const months = noCounts(monthColumns.length);
    const gone: Person[] = [];
    const count = (month: number, column: number) => {
      const row = months[month];
      if (row !== undefined) row[column] = (row[column] ?? 0) + 1;
    };
    return {
      observers: {
        MemberRegistered: (_event, _person, month) => count(month, 0),
        MemberErased(_event, person, month) {
          count(month, 1);
          if (person !== undefined && person.registeredAtMs >= startMs) gone.push(person);
        },
        RoleSelected({ facts }, _person, month) {
          if (facts.role === "alumni" && facts.previousRole === "cadet") count(month, 2);
        },
      },
      close: (closing) => [
        roleTable(closing.people),
        {
          id: "people-by-month",
          title: "How that changed",
          about: "By month of the cycle.",
          heading: "Month",
          columns: monthColumns,
          rows: monthRows(closing.cycle, closing.atMs, months),
          charts: [{ kind: "columns", series: [0, 1, 2] }],
        },
        stepTable(closing, gone, startMs),
      ],
    };
  },
};

/** A member's state on the program's lists. */
function stateOf({ isInvited, isSuspended, admission }: Person): (typeof states)[number] {
  if (isSuspended) return "suspended";
  return isInvited ? "invited" : admission;
}

function roleTable(people: People): Table {
  const rows = [...roles, null].map((role) => {
    const ofRole = people.values().filter((one) => one.role === role).toArray();
    const counts = countBy(ofRole, stateOf);
    const closed = ofRole.filter(({ isAskingClosed }) => isAskingClosed).length;
    return {
      label: roleLabel(role ?? "none"),
      figures: [...states.map((state) => counts.of(state)), ofRole.length, closed],
    };
  });
  return {
    id: "people-by-role",
    title: "By role",
    about: "Everyone with an account at the end of the cycle, as on the page of everyone.",
    heading: "Role",
    columns: stateColumns,
    rows: [...rows, totalOf(rows.map(({ figures }) => figures))],
    charts: [{ kind: "bars", series: [0] }],
  };
}

function stepTable({ people }: Closing, gone: readonly Person[], startMs: number): Table {
  const newcomers = [
    ...gone.map((person) => ({ ...person, profile: null })),
    ...people.values().filter(({ registeredAtMs }) => registeredAtMs >= startMs),
  ];
  const groups = [...roles, null].map((role) => {
    const ofRole = newcomers.filter((one) => one.role === role);
    const figures = [
      ofRole.length,
      role === null ? 0 : ofRole.length,
      ofRole.filter(({ hasHadProfile }) => hasHadProfile).length,
      ofRole.filter((one) => one.profile?.isVisible && isIn(one)).length,
    ];
    return { names: [roleLabel(role ?? "none")], people: ofRole.length, figures };
  });
  return {
    id: "people-new",
    title: "How far newcomers got",
    about: "Everyone who registered in the cycle, by the role they have or had last. Groups have " +
      "five people or more.",
    heading: "Role",
    columns: stepColumns,
    rows: [...joinSmallGroups(groups), totalOf(groups.map(({ figures }) => figures))],
    charts: [{ kind: "bars", series: [0, 1, 2, 3] }],
  };
}

export function roleLabel(role: string): string {
  return roles.some((one) => one === role) ? roleTraits[role as Role].plural : "No role yet";
}
