import type { Cause } from "../../../../events/log/event-log.ts";
import type { ProgramCommand } from "../../../../events/members/commands.ts";
import type { MailAbout } from "../../../../events/members/handle.ts";
import type { MemberRecord } from "../../../../events/members/record.ts";
import { isAdmitted } from "../../../../events/program/admission.ts";
import { causeOf } from "../../../accounts/cause.ts";
import { programMail } from "../../../program/mails.ts";
import { doorOf } from "../../../program/roster.ts";
import { defineCommand } from "../command.ts";
import { openData, type Opened } from "../opened.ts";
import { print } from "../print.ts";
import { TaskError } from "../task.ts";
import { findMember } from "./find-member.ts";

const names = ["member: an email address, a username or a member id"] as const;
const running = "The service can keep running. It applies this within a second.";

export const accept = defineCommand({
  summary: "approve an applicant, or someone who was declined",
  help:
    `Approve an applicant, or someone who was declined. They get an email. Approving a member who
signed up without approval lets them see more people's contacts per day.

  npm run admin -- accept rivera@example.edu
  npm run admin -- accept 00000000-0000-4000-8000-000000000001 --json

"people" lists applicants. ${running}`,
  options: { json: { type: "boolean" } },
  names,
  run: ({ json }, named = "") =>
    decide(named, json, "is approved now", (member) => ({
      type: "Admit",
      by: "operator",
      seen: doorOf(member),
    })),
});

export const refuse = defineCommand({
  summary: "decline an applicant, or remove a member's access",
  help:
    `Decline an applicant, or remove a member's access. They can't see other members, and other members
can't see them. They get an email. Remove their staff access first.

  npm run admin -- refuse rivera@example.edu
  npm run admin -- refuse rivera@example.edu --words "Please use your own name"

The words are in the email, and shown when they sign in. "accept" undoes this.
${running}`,
  options: { words: { type: "string" }, json: { type: "boolean" } },
  names,
  async run({ words, json }, named = "") {
    if (words !== undefined && words.length > 500) {
      throw new TaskError("--words: at most 500 characters");
    }
    await decide(named, json, "is declined now", (member) => ({
      type: "Refuse",
      by: "operator",
      words: words?.trim() || null,
      seen: isAdmitted(member) ? "in" : "waiting",
    }));
  },
});

export const confirmCadre = defineCommand({
  summary: "give staff access to someone who has the cadre role",
  help: `Give staff access to someone who chose the cadre role. They can approve people, give others
access, and handle reports. This also approves an applicant. They and all staff get an email.

  npm run admin -- confirm-cadre rivera
  npm run admin -- confirm-cadre rivera@example.edu --unconfirmed

If you name someone by an address that they haven't confirmed, add --unconfirmed. Ask them first
whether the account is theirs. Use "grant-cadre" for people with another role.
${running}`,
  options: { unconfirmed: { type: "boolean" }, json: { type: "boolean" } },
  names,
  run: ({ unconfirmed, json }, named = "") =>
    decide(named, json, "is confirmed now", ({ emailVerified }) => {
      if (named.includes("@") && !emailVerified && !unconfirmed) {
        throw new TaskError(
          "This account's email address isn't confirmed, so it may belong to someone else. Ask them to confirm it, use their username instead, or add --unconfirmed.",
        );
      }
      return { type: "ConfirmCadre", by: "operator" };
    }),
});

export const unconfirmCadre = defineCommand({
  summary: "remove someone's staff access",
  help: `Remove someone's staff access. They keep the cadre role. They and all staff get an email.

  npm run admin -- unconfirm-cadre rivera

If they know CADRE_CODE, change it too. Otherwise they can use it to get access again.
${running}`,
  options: { json: { type: "boolean" } },
  names,
  run: ({ json }, named = "") =>
    decide(named, json, "no longer has staff access", () => ({
      type: "UnconfirmCadre",
      by: "operator",
      // Whoever hosts the product can always make somebody staff again.
      remainingStaffId: null,
    })),
});

export const closeAsking = defineCommand({
  summary: "stop someone from asking others for help",
  help:
    `Stop someone from asking others for help. This withdraws their open requests. Their conversations
continue. They get an email.

  npm run admin -- close-asking rivera

"open-asking" undoes this. ${running}`,
  options: { json: { type: "boolean" } },
  names,
  run: ({ json }, named = "") =>
    decide(named, json, "can't ask others now", () => ({ type: "CloseAsking", by: "operator" })),
});

export const openAsking = defineCommand({
  summary: "allow someone to ask others for help again",
  help: `Allow someone to ask others for help again.

  npm run admin -- open-asking rivera

${running}`,
  options: { json: { type: "boolean" } },
  names,
  run: ({ json }, named = "") =>
    decide(named, json, "can ask others now", () => ({ type: "OpenAsking", by: "operator" })),
});

/** What an event says of where it came from that a command records. */
export function operatorCause(): Cause {
  return causeOf("operator", { requestId: crypto.randomUUID() });
}

async function decide(
  named: string,
  json: boolean | undefined,
  now: string,
  commandFor: (member: MemberRecord) => ProgramCommand,
): Promise<void> {
  const data = await openData();
  const member = await findMember(data, named);
  const { memberId } = member;
  await decideAsOperator(data, memberId, commandFor(member));
  data.close();
  print(json, { memberId, is: now }, `Member ${memberId} ${now}.`);
}

/** Records what an operator decides about a member, with the mails that the same by staff leads to. */
export async function decideAsOperator(
  { members, readModel }: Opened,
  memberId: string,
  command: ProgramCommand,
): Promise<void> {
  const cause = operatorCause();
  const staffIds = (await readModel.people.staff()).map((each) => each.memberId);
  const news = { by: "operator", staffIds };
  const mail: MailAbout = (change) => programMail(change, news);
  await members.execute(memberId, command, cause, mail);
}
