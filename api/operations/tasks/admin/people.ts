import type { MemberRecord } from "../../../../events/members/record.ts";
import type { ReadModel } from "../../../../events/read/catch-up.ts";
import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { printJson } from "../print.ts";
import { TaskError } from "../task.ts";
import { rosterStates } from "../../../contract/program.ts";
import { createRoster } from "../../../program/roster.ts";
import { roles } from "../../../../events/vocabulary.ts";

export const people = defineCommand({
  summary: "list applicants, cadre or everyone",
  help: `List applicants, people who were declined, and cadre, by member id.

  npm run admin -- people                      applicants and people who were declined
  npm run admin -- people --waiting            applicants
  npm run admin -- people --cadre              cadre, and whether they have staff access
  npm run admin -- people --waiting --names    with names and email addresses
  npm run admin -- people --cadre --json       as JSON
  npm run admin -- people --all                everyone, by name
  npm run admin -- people --all --role cadet --state invited --search lee

Roles: cadet, alumni, cadre, none. States: in, waiting, invited, refused, suspended,
"asking closed".

"accept", "refuse", "confirm-cadre" and "unconfirm-cadre" take a member id or an email address.`,
  options: {
    waiting: { type: "boolean" },
    cadre: { type: "boolean" },
    names: { type: "boolean" },
    json: { type: "boolean" },
    all: { type: "boolean" },
    role: { type: "string" },
    state: { type: "string" },
    search: { type: "string" },
  },
  async run({ waiting, cadre, names, json, all, role, state, search }) {
    if (waiting && cadre) throw new TaskError("Use --waiting and --cadre in separate runs");
    if (all) {
      if (waiting || cadre) {
        throw new TaskError("With --all, use --role and --state instead of --waiting and --cadre");
      }
      return await listAll({ role, state, search }, { names, json });
    }
    if ([role, state, search].some((given) => given !== undefined)) {
      throw new TaskError("Use --role, --state and --search only with --all");
    }
    const data = await openData();
    await data.readModel.catchUp();
    const members = await membersOf(data.readModel, { waiting, cadre });
    data.close();
    const listed = members.map((member) => ({ ...lineOf(member), ...names && namesOf(member) }));
    if (json) return printJson(listed);
    for (const { memberId, is, since, ...who } of listed) {
      const named = "name" in who ? `  ${who.name} <${who.email}>` : "";
      console.log(`${memberId}  ${is}  since ${since.slice(0, 10)}${named}`);
    }
    if (listed.length === 0) console.log(cadre ? "No one is cadre." : "No one is waiting.");
  },
});

const most = 100_000;

type Wanted = Readonly<Record<"role" | "state" | "search", string | undefined>>;
type Printed = Readonly<Record<"names" | "json", boolean | undefined>>;

/** Everybody as staff finds them, from accounts alone. */
async function listAll({ role, state, search = "" }: Wanted, { names, json }: Printed) {
  const query = {
    search,
    role: oneOf("--role", [...roles, "none"] as const, role),
    state: oneOf("--state", rosterStates, state),
  };
  const data = await openData();
  await data.readModel.catchUp();
  const { find } = createRoster({ table: data.readModel.members });
  const listed = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const found = await find({ ...query, page });
    ({ pages } = found);
    for (const { id: memberId, firstName, lastName, ...person } of found.people) {
      listed.push({ memberId, ...person, ...names && { name: `${firstName} ${lastName}` } });
    }
  }
  data.close();
  if (json) return printJson(listed);
  for (const { memberId, role, state, isStaff, isAskingClosed, name } of listed) {
    const also = [isStaff && "staff", isAskingClosed && "asking closed", name].filter(Boolean);
    console.log([memberId, role ?? "no role", state, ...also].join("  "));
  }
  console.log(`${listed.length} ${listed.length === 1 ? "person" : "people"}.`);
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

async function membersOf(
  { people }: Pick<ReadModel, "people">,
  { waiting, cadre }: Readonly<Record<"waiting" | "cadre", boolean | undefined>>,
): Promise<readonly MemberRecord[]> {
  if (cadre) return await people.cadre();
  const standings = ["approval", "confirmation", ...waiting ? [] : ["refused"] as const] as const;
  return (await Promise.all(standings.map((as) => people.standing(as, most)))).flat();
}

function lineOf({ memberId, role, isCadreConfirmed, admission, createdAt }: MemberRecord) {
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
