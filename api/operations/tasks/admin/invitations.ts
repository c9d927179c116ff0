/** Invitations: sending one, and listing, repeating or withdrawing unanswered ones. */
import { tokenLifetimeMs } from "../../../auth/tokens.ts";
import { lasting } from "../../../../events/amounts.ts";
import { importActor, isPending } from "../../../../events/invitations/invitation.ts";
import { fieldMessages } from "../../../../events/members/profile.ts";
import type { MemberRecord } from "../../../../events/members/record.ts";
import { InvitePerson } from "../../../contract/program.ts";
import { inviteOne } from "../../../invitations/import-alumni.ts";
import {
  InvitationStates,
  type LinkState,
  readLinkStates,
  readPending,
} from "../../../invitations/states.ts";
import { removeObjectsOf } from "../../../objects/erased-files.ts";
import { createRenewing } from "../../../program/renewing.ts";
import { type Answer, onData } from "../command.ts";
import { findMember } from "../find-member.ts";
import { createInterrupt } from "../interrupt.ts";
import { newId, now, type Opened } from "../open-data.ts";
import { flag, text } from "../options.ts";
import { confirm, createProgress, TaskError } from "../task.ts";
import { invitingOn } from "./import.ts";

export const invite = onData({
  summary: "invite one person by mail",
  help: `Prepare an account for one person, and invite them by mail.

  npm run admin -- invite kim.lee@example.com --first Kim --last Lee
  npm run admin -- invite kim.lee@example.com --first Kim --last Lee --json

They get a link to accept or decline, which works for ${
    lasting(tokenLifetimeMs.invitation)
  }. Other members can't see them until
they accept. "import" invites many people. "invitations" lists the people who haven't answered.`,
  options: { first: text, last: text },
  names: ["email"],
  opens: { makes: "all" },
  async run(data, { first: firstName = "", last: lastName = "" }, email) {
    const { data: person, error } = InvitePerson.safeParse({ email, firstName, lastName });
    if (error) throw new TaskError(Object.values(fieldMessages(error)).join(". "));
    if (!await inviteOne(person, await invitingOn(data))) {
      throw new TaskError("Someone has an account with this address already");
    }
    return { json: { invited: 1 }, words: "Invited. The email goes out while the service runs." };
  },
});

export const invitations = onData({
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
  options: { resend: flag, expire: flag, names: flag, yes: flag, of: text },
  check({ resend, expire }) {
    if (resend && expire) throw new TaskError("Use --resend and --expire in separate runs");
  },
  async run(data, { resend, expire, names, yes, of }) {
    const only = of === undefined ? undefined : await findMember(data, of);
    if (only !== undefined && !isPending(only)) {
      throw new TaskError("They have answered, or weren't invited");
    }
    const pending = await readListed(data, only);
    if (!resend && !expire) return list(pending, names);
    const meant = pending.filter(({ is }) =>
      only !== undefined || is === "over" || resend && is !== "open"
    );
    return resend ? await resendTo(data, meant, yes) : await withdraw(data, meant, yes);
  },
});

type Listed = Awaited<ReturnType<typeof readListed>>[number];

async function readListed(data: Opened, only: MemberRecord | undefined) {
  const { readModel, databases: { vault } } = data;
  const pending = only === undefined ? await readPending(readModel.members) : [only];
  const links = await readLinkStates(vault, now(), pending);
  const states = await new InvitationStates(vault, now).all();
  return pending.map((member) => ({
    ...member,
    is: links.get(member.memberId) ?? "without link",
    isOpened: states.get(member.memberId)?.isOpened ?? false,
  }));
}

const linkWords: Readonly<Record<LinkState, string>> = {
  open: "link works",
  over: "link expired",
  "without link": "no link",
};

function list(pending: readonly Listed[], names: boolean | undefined): Answer {
  const nameOf = ({ firstName, lastName }: Listed) => `${firstName} ${lastName}`.trim();
  const open = pending.filter(({ is }) => is === "open").length;
  return {
    json: pending.map((member) => ({
      memberId: member.memberId,
      is: member.is,
      invitedAt: member.createdAt,
      isOpened: member.isOpened,
      isBounced: member.invitation?.isBounced ?? false,
      ...names && { name: nameOf(member), email: member.email },
    })),
    words: [
      ...pending.map((member) => {
        const state = member.invitation?.isBounced
          ? "address doesn't exist"
          : linkWords[member.is] + (member.isOpened ? ", opened" : "");
        const who = names ? `  ${nameOf(member)} <${member.email}>` : "";
        return `${member.memberId}  invited ${member.createdAt.slice(0, 10)}  ${state}${who}`;
      }),
      `${pending.length} people haven't answered. ${open} have a link that works.`,
    ].join("\n"),
  };
}

function newCause() {
  const correlationId = newId();
  return { actorId: importActor, correlationId, causationId: correlationId };
}

export async function resendTo(
  data: Opened,
  whom: readonly MemberRecord[],
  yes: boolean | undefined,
): Promise<Answer> {
  if (whom.length > 0) await confirm(`Mail a new link to ${whom.length} people?`, yes);
  const count = await createRenewing({ ...data, now }).mailAll(whom, now(), newCause());
  return { json: { mailed: count }, words: `Mailed a new link to ${count} people.` };
}

async function withdraw(
  { members, vault, openObjects }: Opened,
  whom: readonly Listed[],
  yes: boolean | undefined,
): Promise<Answer> {
  if (whom.length > 0) await confirm(`Withdraw the invitations of ${whom.length} people?`, yes);
  const checkInterrupt = createInterrupt("Run it again to withdraw the others.");
  const objects = await openObjects();
  const cause = newCause();
  const progress = createProgress("People", whom.length);
  let count = 0;
  for (const { memberId } of whom) {
    await checkInterrupt();
    // The service follows the log and adds it to the ledger.
    await members.execute(memberId, { type: "Erase", ifUnanswered: true }, cause);
    await vault.forget(memberId);
    await removeObjectsOf(objects, memberId);
    progress.report(++count);
  }
  progress.end();
  return { json: { deleted: count }, words: `Withdrew the invitations of ${count} people.` };
}
