import type { MemberRecord } from "../../../../events/members/record.ts";
import type { MemberTable } from "../../../../events/read/members.ts";
import { roles } from "../../../../events/vocabulary.ts";
import { rosterStates } from "../../../contract/program.ts";
import { createRoster } from "../../../program/roster.ts";
import { type Answer, list, onData } from "../command.ts";
import { flag, text } from "../options.ts";
import { TaskError } from "../task.ts";

/** More than any list has. */
const everyone = 100_000;

export const people = onData({
  summary: "list applicants, cadre or everyone",
  help: `List applicants, people who were declined, and cadre, by member id.

  npm run admin -- people                      applicants and people who were declined
  npm run admin -- people --waiting            applicants
  npm run admin -- people --cadre              cadre, and whether they have staff access
  npm run admin -- people --waiting --names    with names and email addresses
  npm run admin -- people --cadre --json       as JSON
  npm run admin -- people --all                everyone, by name
  npm run admin -- people --all --role cadet --state invited --search lee

Roles: cadet, alumni, cadre, none. States: in, waiting, invited, refused, suspended, died,
"asking closed".

"accept", "refuse", "confirm-cadre" and "unconfirm-cadre" take a member id or an email address.`,
  options: {
    ...{ waiting: flag, cadre: flag, names: flag, all: flag },
    ...{ role: text, state: text, search: text },
  },
  check({ waiting, cadre, all, role, state, search }) {
    if (waiting && cadre) throw new TaskError("Use --waiting and --cadre in separate runs");
    if (all && (waiting || cadre)) {
      throw new TaskError("With --all, use --role and --state instead of --waiting and --cadre");
    }
    if (!all && (role ?? state ?? search) !== undefined) {
      throw new TaskError("Use --role, --state and --search only with --all");
    }
  },
  async run({ readModel: { people, members } }, given) {
    const { waiting, cadre, names, all } = given;
    if (all) return await roster(members, given);
    const lists = ["approval", "confirmation", ...waiting ? [] : ["refused"] as const] as const;
    const found = cadre
      ? await people.cadre()
      : (await Promise.all(lists.map((as) => people.listed(as, everyone)))).flat();
    return list(
      found.map((person) => ({ ...rosterFieldsOf(person), ...names && namesOf(person) })),
      ({ memberId, is, since, ...who }) =>
        [memberId, is, `since ${since.slice(0, 10)}`, ...named(who)].join("  "),
      cadre ? "No one is cadre." : "No one is waiting.",
    );
  },
});

/** Everyone as staff see them under Program, without profiles. */
async function roster(
  table: MemberTable,
  { role, state, search = "", names }: Partial<Record<"role" | "state" | "search", string>> & {
    readonly names?: boolean;
  },
): Promise<Answer> {
  const query = {
    search,
    role: oneOf("--role", [...roles, "none"] as const, role),
    state: oneOf("--state", rosterStates, state),
  };
  const { find } = createRoster({ table });
  const people = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const found = await find({ ...query, page });
    ({ pages } = found);
    for (const { id: memberId, firstName, lastName, ...person } of found.people) {
      people.push({ memberId, ...person, ...names && { name: `${firstName} ${lastName}` } });
    }
  }
  const lines = people.map(({ memberId, role, state, isStaff, isAskingClosed, name }) => {
    const also = [isStaff && "staff", isAskingClosed && "asking closed", name].filter(Boolean);
    return [memberId, role ?? "no role", state, ...also].join("  ");
  });
  const count = `${people.length} ${people.length === 1 ? "person" : "people"}.`;
  return { json: people, words: [...lines, count].join("\n") };
}

function oneOf<T extends string>(
  option: string,
  choices: readonly T[],
  given: string | undefined,
): T | undefined {
  const choice = choices.find((each) => each === given);
  if (given === undefined || choice !== undefined) return choice;
  throw new TaskError(`${option} must be one of ${choices.join(", ")}, which "${given}" is not`);
}

function rosterFieldsOf({ memberId, role, isCadreConfirmed, admission, createdAt }: MemberRecord) {
  if (admission?.state === "waiting") {
    const is = admission.needs === "approval" ? "waits for staff" : "has to confirm the address";
    return { memberId, is, since: admission.since };
  }
  if (admission?.state === "refused") return { memberId, is: "refused", since: admission.at };
  const is = role === "cadre" && !isCadreConfirmed ? "not confirmed" : "confirmed";
  return { memberId, is, since: createdAt };
}

function namesOf({ firstName, lastName, email, emailVerified }: MemberRecord) {
  return { name: `${firstName} ${lastName}`, email, emailVerified };
}

function named(who: { readonly name?: string; readonly email?: string }): string[] {
  return who.name === undefined ? [] : [`${who.name} <${who.email}>`];
}
