import type { ProgramCommand } from "../../../../events/members/commands.ts";
import type { MailAbout } from "../../../../events/members/handle.ts";
import type { MemberRecord } from "../../../../events/members/record.ts";
import { isAdmitted } from "../../../../events/program/admission.ts";
import { programMail } from "../../../program/mails.ts";
import { doorOf } from "../../../program/roster.ts";
import { defineCommand } from "../command.ts";
import { staffOf } from "../../../../events/read/program-people.ts";
import { openData, type Opened } from "../opened.ts";
import { print } from "../print.ts";
import { TaskError } from "../task.ts";
import { findMember } from "./find-member.ts";

const names = ["member: an email address, a username or a member id"] as const;
const running = "The service may run meanwhile, and knows it within a second.";

export const accept = defineCommand({
  summary: "let somebody in who waits, or was refused",
  help:
    `Let somebody in who has registered and waits, or was refused. They are told by mail. Somebody who
is in by themselves is known to the program from then on, and sees more people's contacts a day.

  npm run admin -- accept rivera@example.edu
  npm run admin -- accept 00000000-0000-4000-8000-000000000001 --json

"people" says who waits. ${running}`,
  options: { json: { type: "boolean" } },
  names,
  run: ({ json }, named = "") =>
    decide(named, json, "is in now", (member) => ({
      type: "Admit",
      by: "operator",
      seen: doorOf(member),
    })),
});

export const refuse = defineCommand({
  summary: "decline an applicant, or refuse somebody who is in",
  help:
    `Decline an applicant, or refuse somebody who is in: they see nobody, and nobody sees them. They
are told by mail. Staff access has to be removed first.

  npm run admin -- refuse rivera@example.edu
  npm run admin -- refuse rivera@example.edu --words "Please use the name that you had here"

The words are mailed to them, and shown when they sign in. "accept" is the way back.
${running}`,
  options: { words: { type: "string" }, json: { type: "boolean" } },
  names,
  async run({ words, json }, named = "") {
    if (words !== undefined && words.length > 500) {
      throw new TaskError("--words: at most 500 characters");
    }
    await decide(named, json, "is refused now", (member) => ({
      type: "Refuse",
      by: "operator",
      words: words?.trim() || null,
      seen: isAdmitted(member) ? "in" : "waiting",
    }));
  },
});

export const confirmCadre = defineCommand({
  summary: "give staff access to somebody who has the cadre role",
  help:
    `Give staff access to somebody who has chosen the cadre role: they approve people, give others
access, and handle reports. An applicant is approved with it. They and all staff are told by email.

  npm run admin -- confirm-cadre rivera
  npm run admin -- confirm-cadre rivera@example.edu --unconfirmed

Someone who is named by an address that they have not confirmed needs --unconfirmed: ask them first
whether the account is theirs. "grant-cadre" is for people with another role.
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
  summary: "remove somebody's staff access",
  help:
    `Remove somebody's staff access: they keep the cadre role. They and all staff are told by email.

  npm run admin -- unconfirm-cadre rivera

Change CADRE_CODE as well if they know it, or they can get the access back with it.
${running}`,
  options: { json: { type: "boolean" } },
  names,
  run: ({ json }, named = "") =>
    decide(named, json, "is not confirmed any more", () => ({
      type: "UnconfirmCadre",
      by: "operator",
      // Whoever hosts the product can always make somebody staff again.
      remainingStaffId: null,
    })),
});

export const closeAsking = defineCommand({
  summary: "stop somebody from asking others for help",
  help:
    `Stop somebody from asking others for help. Their open requests are withdrawn; conversations that
were accepted go on. They are told by email.

  npm run admin -- close-asking rivera

"open-asking" is the way back. ${running}`,
  options: { json: { type: "boolean" } },
  names,
  run: ({ json }, named = "") =>
    decide(named, json, "cannot ask others now", () => ({ type: "CloseAsking", by: "operator" })),
});

export const openAsking = defineCommand({
  summary: "let somebody ask others for help again",
  help: `Let somebody ask others for help again.

  npm run admin -- open-asking rivera

${running}`,
  options: { json: { type: "boolean" } },
  names,
  run: ({ json }, named = "") =>
    decide(named, json, "can ask others now", () => ({ type: "OpenAsking", by: "operator" })),
});

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
  { members, closing, readModel }: Opened,
  memberId: string,
  command: ProgramCommand,
): Promise<void> {
  const requestId = crypto.randomUUID();
  const cause = { actorId: "operator", correlationId: requestId, causationId: requestId };
  const staffIds = (await staffOf(readModel.people)).map((each) => each.memberId);
  const news = { by: "operator", staffIds };
  const mail: MailAbout = (change) => programMail(change, news);
  await (command.type === "CloseAsking"
    ? closing.close(memberId, command.by, cause, mail)
    : members.execute(memberId, command, cause, mail));
}
