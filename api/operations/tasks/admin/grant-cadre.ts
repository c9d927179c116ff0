import { firstStaffLink, issueLink } from "../../../accounts/first-staff.ts";
import { newToken } from "../../../auth/secret-token.ts";
import { createTokens } from "../../../auth/tokens.ts";
import { openData, type Opened } from "../opened.ts";
import { defineCommand } from "../command.ts";
import { print } from "../print.ts";
import { originOf } from "../send-letter.ts";
import { TaskError } from "../task.ts";
import { decideAsOperator } from "./decide.ts";
import { findMember } from "./find-member.ts";

export const firstStaff = defineCommand({
  summary: "print a link that makes the first staff account",
  help:
    `Print a link that makes the first staff account. The service also prints one at each start until
someone is staff.

  npm run admin -- first-staff

The person who opens the link becomes staff. It works once, for seven days.`,
  options: { json: { type: "boolean" } },
  async run({ json }) {
    const { readModel, databases, environment, close } = await openData();
    await readModel.catchUp();
    if ((await readModel.people.staff()).length > 0) {
      throw new TaskError(
        'This directory has staff already. Use "grant-cadre" to make another member staff.',
      );
    }
    const token = newToken();
    await issueLink(createTokens(databases.vault, () => new Date()), token);
    close();
    const link = firstStaffLink(originOf(environment), token);
    print(json, { link }, `Open this link to make the first staff account:\n${link}`);
  },
});

export const grantCadre = defineCommand({
  summary: "make a member cadre, without the cadre code",
  help: `Give an account the cadre role and staff access, without the cadre code. They and all staff
get an email.

  npm run admin -- grant-cadre rivera                    by username
  npm run admin -- grant-cadre rivera@example.edu        by email address
  npm run admin -- grant-cadre rivera@example.edu --unconfirmed

If you name someone by an address that they haven't confirmed, add --unconfirmed. Anyone could have
registered with it, so ask them first whether the account is theirs. "revoke-cadre" undoes this.
The service can keep running. It applies this within a second.`,
  options: { unconfirmed: { type: "boolean" } },
  names: ["member: a username or an email address"],
  async run({ unconfirmed }, named = "") {
    const data = await openData();
    const member = await findMember(data, named);
    if (member.role === "cadre") {
      throw new TaskError(
        member.isCadreConfirmed
          ? "This member is already cadre"
          : 'This member chose the cadre role. Use "confirm-cadre" to confirm it.',
      );
    }
    if (named.includes("@") && !member.emailVerified && !unconfirmed) {
      throw new TaskError(
        "This account's email address isn't confirmed, so it may belong to someone else. Ask them to confirm it, use their username instead, or add --unconfirmed.",
      );
    }
    await decideAsOperator(data, member.memberId, { type: "GrantCadre", by: "operator" });
    data.close();
    console.log(`Member ${member.memberId} is cadre now.`);
  },
});

export const revokeCadre = defineCommand({
  summary: "return a cadre member to their earlier role",
  help: `Return a cadre member to their earlier role.

  npm run admin -- revoke-cadre rivera                 by username or email address
  npm run admin -- revoke-cadre rivera --role alumni   if they had no other role: alumni or cadet

They keep their account and profile, and lose staff access. They and all staff get an email.
Change CADRE_CODE as well if they know it, or they can choose the role again.`,
  options: { role: { type: "string" } },
  names: ["member: a username or an email address"],
  async run(options, named = "") {
    const data = await openData();
    const { memberId, role } = await findMember(data, named);
    if (role !== "cadre") throw new TaskError("This member isn't cadre");
    const before = options.role ?? await roleBefore(data, memberId);
    if (before !== "alumni" && before !== "cadet") {
      throw new TaskError("Give their new role: --role alumni or --role cadet");
    }
    await decideAsOperator(data, memberId, {
      type: "TakeCadre",
      by: "operator",
      role: before,
      // Whoever hosts the product can always make somebody staff again.
      remainingStaffId: null,
    });
    data.close();
    console.log(`Member ${memberId} is ${before} now.`);
  },
});

/** What the member was before they became cadre, as the log says. */
async function roleBefore({ log }: Opened, memberId: string): Promise<unknown> {
  const chosen = (await log.readStream(memberId)).filter(({ type }) => type === "RoleSelected");
  return (chosen.at(-1)?.facts as { previousRole?: unknown } | undefined)?.previousRole;
}
