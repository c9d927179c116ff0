import { roles } from "../../vocabulary.ts";
import { roleLabel } from "../labels.ts";
import { isIn, ofRole, type Person } from "../people.ts";
import { rowsByRole } from "../rule-of-five.ts";
import { columnsOf, countBy, type Table, withTotal } from "../tables.ts";
import { type Closing, monthRows, type Statistic } from "./statistic.ts";

const states = ["in", "waiting", "invited", "refused", "suspended", "died"] as const;

export const people: Statistic = {
  about: "who is here, and how that changed",
  title: "Who is here",
  tables: (closing) => [roleTable(closing), monthTable(closing), stepTable(closing)],
};

function roleTable({ people }: Closing): Table {
  const rows = [...roles, null].map((role) => {
    const members = ofRole(people.values(), role);
    const counts = countBy(members, stateOf);
    const closed = members.filter(({ isAskingClosed }) => isAskingClosed).length;
    const figures = [...states.map((state) => counts.of(state)), members.length, closed];
    return { label: roleLabel(role), figures };
  });
  return {
    id: "people-by-role",
    title: "By role",
    about: "Everyone with an account at the end of the cycle, as on the page of everyone.",
    heading: "Role",
    columns: columnsOf({
      "Members": "Accounts that have access to the directory.",
      "Waiting": "Applicants who wait for approval, or to confirm their email address.",
      "Invited": "People who were invited and have not joined yet.",
      "Declined": "Accounts that staff declined.",
      "Suspended": "Accounts that staff suspended.",
      "Died": "Accounts of people who died, as staff recorded.",
      "All": "All accounts: the six columns before.",
      "Can't ask": "Accounts that staff closed for asking; they are in another column, too.",
    }),
    rows: withTotal(rows),
    charts: [{ kind: "bars", series: [0] }],
  };
}

function stateOf({ isInvited, isSuspended, hasDied, admission }: Person): (typeof states)[number] {
  if (hasDied) return "died";
  if (isSuspended) return "suspended";
  return isInvited ? "invited" : admission;
}

function monthTable(closing: Closing): Table {
  return {
    id: "people-by-month",
    title: "How that changed",
    about: "By month of the cycle.",
    heading: "Month",
    columns: columnsOf({
      "Registered": "Accounts that were created in the month, invited ones too.",
      "Left":
        "Accounts that were erased in the month, without invitations that no one had accepted.",
      "Became alumni": "Changes of role from cadet to alumni in the month.",
    }, { "Became alumni": "To alumni" }),
    rows: monthRows(closing, (counts) => [
      counts.of("MemberRegistered"),
      counts.of("MemberErased") - counts.of("MemberErased/invited"),
      counts.of("RoleSelected/cadet/alumni"),
    ]),
    charts: [{ kind: "columns", series: [0, 1, 2] }],
  };
}

function stepTable({ people, gone, cycle: { startMs } }: Closing): Table {
  const newcomers = [
    ...gone.map((person) => ({ ...person, profile: null })),
    ...people.values().filter(({ registeredAtMs }) => registeredAtMs >= startMs),
  ];
  return {
    id: "people-new",
    title: "How far newcomers got",
    about: "Everyone who registered in the cycle, by the role they have or had last. Groups have " +
      "five people or more.",
    heading: "Role",
    columns: columnsOf({
      "Registered": "Everyone whose account was created in the cycle.",
      "Chose a role": "Those of them who have chosen a role.",
      "Created a profile": "Those who have created a profile.",
      "Visible at the end": "Those whose profile other members can see at the end of the cycle.",
    }, { "Chose a role": "Role", "Created a profile": "Profile", "Visible at the end": "Visible" }),
    rows: rowsByRole((role) => {
      const registered = ofRole(newcomers, role);
      const figures = [
        registered.length,
        role === null ? 0 : registered.length,
        registered.filter(({ hasHadProfile }) => hasHadProfile).length,
        registered.filter((one) => one.profile?.isVisible && isIn(one)).length,
      ];
      return { people: registered.length, figures };
    }),
    charts: [{ kind: "bars", series: [0, 1, 2, 3] }],
  };
}
