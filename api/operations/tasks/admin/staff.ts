/** Staff access, granted and removed by the operator. */
import { tokenLifetimeMs } from "../../../auth/tokens.ts";
import { lasting } from "../../../../events/amounts.ts";
import type { MemberRecord } from "../../../../events/members/record.ts";
import { firstStaffLink, issueLink } from "../../../accounts/first-staff.ts";
import { newToken } from "../../../auth/secret-token.ts";
import { type Command, onData } from "../command.ts";
import { by, canKeepRunning, decision } from "../decision.ts";
import type { Opened } from "../open-data.ts";
import { flag, text } from "../options.ts";
import { originOf } from "../send-letter.ts";
import { TaskError } from "../task.ts";

/** The operator can remove the last staff member, and make someone staff again. */
const remainingStaffId = null;
const names = ["member: a username or an email address"] as const;

export const staff = {
  "first-staff": onData({
    summary: "print a link that makes the first staff account",
    help:
      `Print a link that makes the first staff account. The service also prints one at each start until
someone is staff.

  npm run admin -- first-staff

The person who opens the link becomes staff. It works once, for ${
        lasting(tokenLifetimeMs["first-staff"])
      }.`,
    async run({ readModel, tokens, environment }) {
      if ((await readModel.people.staff()).length > 0) {
        throw new TaskError(
          'This directory has staff already. Use "grant-cadre" to make another member staff.',
        );
      }
      const token = newToken();
      await issueLink(tokens, token);
      const link = firstStaffLink(originOf(environment), token);
      return { json: { link }, words: `Open this link to make the first staff account:\n${link}` };
    },
  }),

  "grant-cadre": decision({
    summary: "make a member cadre, without the cadre code",
    help:
      `Give an account the cadre role and staff access, without the cadre code. They and all staff
get an email.

  npm run admin -- grant-cadre rivera                    by username
  npm run admin -- grant-cadre rivera@example.edu        by email address
  npm run admin -- grant-cadre rivera@example.edu --unconfirmed

If you name someone by an address that they haven't confirmed, add --unconfirmed. Anyone could have
registered with it, so ask them first whether the account is theirs. "revoke-cadre" undoes this.
The service can keep running. It applies this within a second.`,
    options: { unconfirmed: flag },
    names,
    done: "is cadre now",
    command(_, person, { unconfirmed }, named) {
      if (person.role === "cadre") {
        throw new TaskError(
          person.isCadreConfirmed
            ? "This member is already cadre"
            : 'This member chose the cadre role. Use "confirm-cadre" to confirm it.',
        );
      }
      if (!unconfirmed) refuseUnconfirmed(person, named);
      return { type: "GrantCadre", by };
    },
  }),

  "revoke-cadre": decision({
    summary: "return a cadre member to their earlier role",
    help: `Return a cadre member to their earlier role.

  npm run admin -- revoke-cadre rivera                 by username or email address
  npm run admin -- revoke-cadre rivera --role alumni   if they had no other role: alumni or cadet

They keep their account and profile, and lose staff access. They and all staff get an email.
Change CADRE_CODE as well if they know it, or they can choose the role again.`,
    options: { role: text },
    names,
    done: (command) => `is ${"role" in command ? command.role : "changed"} now`,
    async command(data, person, given) {
      if (person.role !== "cadre") throw new TaskError("This member isn't cadre");
      const role = given.role ?? await roleBefore(data, person.memberId);
      if (role !== "alumni" && role !== "cadet") {
        throw new TaskError("Give their new role: --role alumni or --role cadet");
      }
      return { type: "TakeCadre", by, role, remainingStaffId };
    },
  }),

  "confirm-cadre": decision({
    summary: "give staff access to someone who has the cadre role",
    help:
      `Give staff access to someone who chose the cadre role. They can approve people, give others
access, and handle reports. This also approves an applicant. They and all staff get an email.

  npm run admin -- confirm-cadre rivera
  npm run admin -- confirm-cadre rivera@example.edu --unconfirmed

If you name someone by an address that they haven't confirmed, add --unconfirmed. Ask them first
whether the account is theirs. Use "grant-cadre" for people with another role.
${canKeepRunning}`,
    options: { unconfirmed: flag },
    done: "is confirmed now",
    command(_, person, { unconfirmed }, named) {
      if (!unconfirmed) refuseUnconfirmed(person, named);
      return { type: "ConfirmCadre", by };
    },
  }),

  "unconfirm-cadre": decision({
    summary: "remove someone's staff access",
    help: `Remove someone's staff access. They keep the cadre role. They and all staff get an email.

  npm run admin -- unconfirm-cadre rivera

If they know CADRE_CODE, change it too. Otherwise they can use it to get access again.
${canKeepRunning}`,
    done: "no longer has staff access",
    command: () => ({ type: "UnconfirmCadre", by, remainingStaffId }),
  }),
} as const satisfies Readonly<Record<string, Command>>;

/** An unverified address may be someone else's. @throws {TaskError} */
function refuseUnconfirmed({ emailVerified }: MemberRecord, named = ""): void {
  if (!named.includes("@") || emailVerified) return;
  throw new TaskError(
    "This account's email address isn't confirmed, so it may belong to someone else. Ask them to confirm it, use their username instead, or add --unconfirmed.",
  );
}

/** The member's role before they became cadre, from the log. */
async function roleBefore({ log }: Opened, memberId: string): Promise<unknown> {
  const chosen = (await log.readStream(memberId)).filter(({ type }) => type === "RoleSelected");
  return (chosen.at(-1)?.facts as { previousRole?: unknown } | undefined)?.previousRole;
}
