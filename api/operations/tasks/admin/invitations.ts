import { importActor, isPending } from "../../../../events/invitations/invitation.ts";
import type { MemberRecord } from "../../../../events/members/record.ts";
import { type LinkState, readLinkStates, readPending } from "../../../invitations/pending.ts";
import { createInvitationStates } from "../../../invitations/states.ts";
import { openObjects } from "../../../objects/open.ts";
import { removeObjectsOf } from "../../../objects/erased-files.ts";
import { findMember } from "./find-member.ts";
import { type Asked, resendTo } from "./resend-invitations.ts";
import { defineCommand } from "../command.ts";
import { createInterrupt } from "../interrupt.ts";
import { openData, type Opened } from "../opened.ts";
import { print, printJson } from "../print.ts";
import { confirm, createProgress, TaskError } from "../task.ts";

export const invitations = defineCommand({
  summary: "list unanswered invitations; mail or withdraw them",
  help: `List people who were invited and haven't answered, by member id.

  npm run admin -- invitations             one line each, oldest first
  npm run admin -- invitations --names     with names and email addresses
  npm run admin -- invitations --json      as JSON
  npm run admin -- invitations --resend    mail a new link to people whose link has expired
  npm run admin -- invitations --expire    withdraw invitations whose link has expired
  npm run admin -- invitations --resend --of kim@example.com      one person, with any link
  npm run admin -- invitations --expire --of kim@example.com      one person, with any link

--resend and --expire ask first, or take --yes. Earlier links keep working for their 14 days.
Withdrawing permanently deletes everything prepared for them. You can invite them again.`,
  options: {
    resend: { type: "boolean" },
    expire: { type: "boolean" },
    names: { type: "boolean" },
    json: { type: "boolean" },
    yes: { type: "boolean" },
    of: { type: "string" },
  },
  async run({ resend, expire, names, json, yes, of }) {
    if (resend && expire) throw new TaskError("Use --resend and --expire in separate runs");
    const data = await openData();
    await data.readModel.catchUp();
    const only = of === undefined ? undefined : await findMember(data, of);
    if (only !== undefined && !isPending(only)) {
      throw new TaskError("They have answered, or weren't invited");
    }
    const pending = await readListed(data, only);
    const isMeant = ({ is }: Listed) =>
      only !== undefined || is === "over" || resend && is !== "open";
    if (resend) await resendTo(data, pending.filter(isMeant), { yes, json });
    else if (expire) await remove(data, pending.filter(isMeant), { yes, json });
    else list(pending, { names, json });
    data.close();
  },
});

interface Listed extends MemberRecord {
  readonly is: LinkState;
  readonly isOpened: boolean;
}

async function readListed(data: Opened, only: MemberRecord | undefined): Promise<Listed[]> {
  const { readModel, databases: { vault } } = data;
  const now = () => new Date();
  const pending = only === undefined ? await readPending(readModel.members) : [only];
  const links = await readLinkStates(vault, now(), pending);
  const states = await createInvitationStates(vault, now).all();
  return pending.map((member) => ({
    ...member,
    is: links.get(member.memberId) ?? "without link",
    isOpened: states.get(member.memberId)?.isOpened ?? false,
  }));
}

const linkWords = {
  open: "link works",
  over: "link expired",
  "without link": "no link",
} as const satisfies Readonly<Record<LinkState, string>>;

function list(
  pending: readonly Listed[],
  { names, json }: Readonly<Record<"names" | "json", boolean | undefined>>,
): void {
  const nameOf = ({ firstName, lastName }: Listed) => `${firstName} ${lastName}`.trim();
  if (json) {
    return printJson(pending.map((member) => ({
      memberId: member.memberId,
      is: member.is,
      invitedAt: member.createdAt,
      isOpened: member.isOpened,
      isBounced: member.invitation?.isBounced ?? false,
      ...names && { name: nameOf(member), email: member.email },
    })));
  }
  for (const member of pending) {
    const state = member.invitation?.isBounced
      ? "address doesn't exist"
      : linkWords[member.is] + (member.isOpened ? ", opened" : "");
    const who = names ? `  ${nameOf(member)} <${member.email}>` : "";
    console.log(`${member.memberId}  invited ${member.createdAt.slice(0, 10)}  ${state}${who}`);
  }
  const open = pending.filter(({ is }) => is === "open").length;
  console.log(`${pending.length} people haven't answered. ${open} have a link that works.`);
}

async function remove(data: Opened, whom: readonly Listed[], { yes, json }: Asked) {
  if (whom.length > 0) {
    await confirm(`Withdraw the invitations of ${whom.length} people?`, yes);
  }
  const checkInterrupt = createInterrupt("Run it again to withdraw the others.");
  const { environment, secrets } = data;
  const objects = await openObjects({ ...environment, secrets, now: () => new Date() });
  const correlationId = crypto.randomUUID();
  const cause = { actorId: importActor, correlationId, causationId: correlationId };
  const progress = createProgress("People", whom.length);
  let count = 0;
  for (const { memberId } of whom) {
    await checkInterrupt();
    // The service, which follows the log, notes it in the ledger.
    await data.members.execute(memberId, { type: "Erase", ifUnanswered: true }, cause);
    await data.vault.forget(memberId);
    await removeObjectsOf(objects, memberId);
    progress.report(++count);
  }
  progress.end();
  print(json, { deleted: count }, `Withdrew the invitations of ${count} people.`);
}
