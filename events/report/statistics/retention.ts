import { roles } from "../../vocabulary.ts";
import type { LoggedEvent, Person } from "../people.ts";
import { joinSmallGroups } from "../rule-of-five.ts";
import { type Column, Counts, monthRows, noCounts, type Table, totalOf } from "../tables.ts";
import { roleLabel } from "./people.ts";
import type { Closing, Statistic } from "./statistic.ts";

const types = ["ProfileHidden", "ProfileShown", "ProfileDeleted", "MemberErased"] as const;
const columns: readonly Column[] = [
  { label: "Hidden", means: "How often profiles were hidden, also while they were created." },
  { label: "Shown again", short: "Shown", means: "How often hidden profiles were shown again." },
  {
    label: "Profile deleted",
    short: "Deleted",
    means: "Profiles that were deleted while their account stayed.",
  },
  { label: "Account erased", short: "Erased", means: "Accounts that were erased." },
];

/** Members who left, hid or came back. */
export const retention: Statistic = {
  about: "who left, hid or came back",
  title: "Who left or hid",
  isCompared: true,
  createFold() {
    const months = noCounts(columns.length);
    const byRole = new Counts();
    const observe = ({ type }: LoggedEvent, person: Person | undefined, month: number) => {
      const column = types.findIndex((one) => one === type);
      const row = months[month];
      if (row !== undefined) row[column] = (row[column] ?? 0) + 1;
      byRole.add(`${person?.role ?? "none"} ${type}`);
    };
    return {
      observers: {
        ProfileHidden: observe,
        ProfileShown: observe,
        ProfileDeleted: observe,
        MemberErased: observe,
      },
      close: (closing) => [
        {
          id: "retention-by-month",
          title: "By month",
          about: "How often it happened in each month of the cycle.",
          heading: "Month",
          columns,
          rows: monthRows(closing.cycle, closing.atMs, months),
          charts: [{ kind: "columns", series: [0, 1, 2, 3] }],
        },
        roleTable(closing, byRole),
        visibilityTable(closing),
      ],
    };
  },
};

function roleTable({ members }: Closing, counts: Counts): Table {
  const groups = [...roles, null].map((role) => ({
    names: [roleLabel(role ?? "none")],
    people: members.of(role ?? "none"),
    figures: types.map((type) => counts.of(`${role ?? "none"} ${type}`)),
  }));
  return {
    id: "retention-by-role",
    title: "By role",
    about:
      "How often it happened in the cycle, by the role that the member had then. Groups have " +
      "five members or more.",
    heading: "Role",
    columns,
    rows: [...joinSmallGroups(groups), totalOf(groups.map(({ figures }) => figures))],
  };
}

function visibilityTable({ people, profiles }: Closing): Table {
  const all = people.values().reduce((sum, { profile }) => sum + Number(profile !== null), 0);
  const rows = [
    { label: "In the directory", figures: [profiles.length] },
    { label: "Hidden, or not admitted", figures: [all - profiles.length] },
  ];
  return {
    id: "retention-visibility",
    title: "Profiles at the end",
    about: "Profiles that members can see, and those that only their owners can see.",
    heading: "Profiles",
    columns: [{ label: "Profiles", means: "Profiles at the end of the cycle." }],
    rows: [...rows, totalOf(rows.map(({ figures }) => figures))],
    charts: [{ kind: "bars", series: [0] }],
  };
}
