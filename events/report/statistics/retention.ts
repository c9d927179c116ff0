import { ofRole } from "../people.ts";
import { rowsByRole } from "../rule-of-five.ts";
import { columnsOf, withTotal } from "../tables.ts";
import { monthRows, type Statistic } from "./statistic.ts";

const types = ["ProfileHidden", "ProfileShown", "ProfileDeleted", "MemberErased"] as const;
const columns = columnsOf({
  "Hidden": "How often profiles were hidden, also while they were created.",
  "Shown again": "How often hidden profiles were shown again.",
  "Profile deleted": "Profiles that were deleted while their account stayed.",
  "Account erased": "Accounts that were erased.",
}, { "Shown again": "Shown", "Profile deleted": "Deleted", "Account erased": "Erased" });

export const retention: Statistic = {
  about: "who left, hid or came back",
  title: "Who left or hid",
  tables(closing) {
    const { people, profiles, all } = closing;
    const existing = people.values().filter(({ profile }) => profile !== null).toArray().length;
    return [
      {
        id: "retention-by-month",
        title: "By month",
        about: "How often it happened in each month of the cycle.",
        heading: "Month",
        columns,
        rows: monthRows(closing, (counts) => types.map((type) => counts.of(type))),
        charts: [{ kind: "columns", series: [0, 1, 2, 3] }],
      },
      {
        id: "retention-by-role",
        title: "By role",
        about:
          "How often it happened in the cycle, by the role that the member had then. Groups have " +
          "five members or more.",
        heading: "Role",
        columns,
        rows: rowsByRole((role) => ({
          people: ofRole(people.values(), role).length,
          figures: types.map((type) => all.of(`${type}/${role ?? "none"}`)),
        })),
      },
      {
        id: "retention-visibility",
        title: "Profiles at the end",
        about: "Profiles that members can see, and those that only their owners can see.",
        heading: "Profiles",
        columns: columnsOf({ "Profiles": "Profiles at the end of the cycle." }),
        rows: withTotal([
          { label: "In the directory", figures: [profiles.length] },
          { label: "Hidden, or not admitted", figures: [existing - profiles.length] },
        ]),
        charts: [{ kind: "bars", series: [0] }],
      },
    ];
  },
};
