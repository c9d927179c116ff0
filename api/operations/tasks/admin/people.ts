import type { MemberRecord } from "../../../../events/members/record.ts";
import type { ReadModel } from "../../../../events/read/catch-up.ts";
import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { printJson } from "../print.ts";
import { TaskError } from "../task.ts";

export const people = defineCommand({
  summary: "say who waits to be let in, or who is cadre",
  help: `Say who waits to be let in, was refused, or says that they are cadre, by member id.

  npm run admin -- people                      who waits, and who was refused; a line for each
  npm run admin -- people --waiting            who waits
  npm run admin -- people --cadre              the cadre, and who of them is confirmed
  npm run admin -- people --waiting --names    also who they are, and their addresses
  npm run admin -- people --cadre --json       the same for a program

"accept", "refuse", "confirm-cadre" and "unconfirm-cadre" take such an id, or an address.`,
  options: {
    waiting: { type: "boolean" },
    cadre: { type: "boolean" },
    names: { type: "boolean" },
    json: { type: "boolean" },
  },
  async run({ waiting, cadre, names, json }) {
    if (waiting && cadre) throw new TaskError("Use --waiting and --cadre one after the other");
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
    if (listed.length === 0) console.log(cadre ? "Nobody is cadre." : "Nobody waits.");
  },
});

const most = 100_000;

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
