import { createTokens } from "../../../auth/tokens.ts";
import { newToken } from "../../../auth/secret-token.ts";
import { importActor } from "../../../invitations/import-alumni.ts";
import { mailEveryMs, nextMailAt } from "../../../invitations/mail-times.ts";
import { type Pending, readPending } from "../../../invitations/pending.ts";
import { draft } from "../../../mail/messages.ts";
import { openObjects } from "../../../objects/open.ts";
import { removeObjectsOf } from "../../../objects/erased-files.ts";
import { findMember } from "./find-member.ts";
import { defineCommand } from "../command.ts";
import { createInterrupt } from "../interrupt.ts";
import { openData, type Opened } from "../opened.ts";
import { print, printJson } from "../print.ts";
import { confirm, createProgress, TaskError } from "../task.ts";

export const invitations = defineCommand({
  summary: "say who has not answered an invitation; remind or delete them",
  help: `Say who was invited by "import" and has neither accepted nor declined, by member id.

  npm run admin -- invitations             a line for each, oldest first
  npm run admin -- invitations --names     also who they are and where they were mailed
  npm run admin -- invitations --json      the same for a program
  npm run admin -- invitations --resend    mail another link to those whose link is over or gone
  npm run admin -- invitations --expire    delete what was prepared for those whose link is over
  npm run admin -- invitations --resend --of kim@example.com      to one, whatever their link is
  npm run admin -- invitations --expire --of kim@example.com      withdraw the invitation of one

Both ask first, or take --yes. Links of someone who was mailed another one go on working for their
fourteen days. What is deleted cannot be had back; who is in the file can be invited again.`,
  options: {
    resend: { type: "boolean" },
    expire: { type: "boolean" },
    names: { type: "boolean" },
    json: { type: "boolean" },
    yes: { type: "boolean" },
    of: { type: "string" },
  },
  async run({ resend, expire, names, json, yes, of }) {
    if (resend && expire) throw new TaskError("Use --resend and --expire one after the other");
    const data = await openData();
    const memberId = of === undefined ? undefined : (await findMember(data, of)).memberId;
    const all = await readPending(data.databases, new Date());
    const pending = all.filter((one) => memberId === undefined || one.memberId === memberId);
    if (memberId !== undefined && pending.length === 0) {
      throw new TaskError("They have answered, or were not invited");
    }
    const isMeant = ({ is }: Pending) =>
      memberId !== undefined || is === "over" ||
      resend && is !== "open";
    if (resend) await remind(data, pending.filter(isMeant), { yes, json });
    else if (expire) await remove(data, pending.filter(isMeant), { yes, json });
    else list(names ? await named(data, pending) : pending, json);
    data.close();
  },
});

interface Listed extends Pending {
  readonly name?: string;
  readonly email?: string;
}

async function named(data: Opened, pending: readonly Pending[]): Promise<Listed[]> {
  await data.readModel.catchUp();
  return await Promise.all(pending.map(async (one) => {
    const member = await data.readModel.members.byId(one.memberId);
    if (member === undefined) return one;
    const { firstName, lastName, email } = member;
    return { ...one, name: `${firstName} ${lastName}`, email };
  }));
}

function list(pending: readonly Listed[], json: boolean | undefined): void {
  const listed = pending.map(({ invitedAtMs, ...one }) => ({
    ...one,
    invitedAt: new Date(invitedAtMs).toISOString(),
  }));
  if (json) return printJson(listed);
  for (const { memberId, invitedAt, is, name, email } of listed) {
    const who = name === undefined ? "" : `  ${name} <${email}>`;
    console.log(`${memberId}  invited ${invitedAt.slice(0, 10)}  ${is}${who}`);
  }
  const open = pending.filter(({ is }) => is === "open").length;
  console.log(`${pending.length} have not answered; the link of ${open} still works.`);
}

interface Asked {
  readonly yes: boolean | undefined;
  readonly json: boolean | undefined;
}

async function remind(data: Opened, whom: readonly Pending[], { yes, json }: Asked) {
  if (whom.length > 0) await confirm(`Mail another invitation to ${whom.length} people?`, yes);
  const checkInterrupt = createInterrupt("Run it again to mail the others.");
  const tokens = createTokens(data.databases.vault, () => new Date());
  const progress = createProgress("Mails", whom.length);
  const startMs = (await nextMailAt(data.databases.events, new Date())).getTime();
  await data.readModel.catchUp();
  let count = 0;
  for (const { memberId } of whom) {
    await checkInterrupt();
    const member = await data.readModel.members.byId(memberId);
    if (member === undefined) continue;
    const { email: to, firstName } = member;
    const token = newToken();
    await tokens.issue("invitation", token, memberId, to);
    const notBeforeMs = startMs + count * mailEveryMs;
    await data.mailQueue.add(memberId, draft("invitation", { to, firstName, token }, notBeforeMs));
    progress.report(++count);
  }
  progress.end();
  print(json, { mailed: count }, `Mailed another invitation to ${count} people.`);
}

async function remove(data: Opened, whom: readonly Pending[], { yes, json }: Asked) {
  if (whom.length > 0) {
    await confirm(`Delete what was prepared for ${whom.length} people?`, yes);
  }
  const checkInterrupt = createInterrupt("Run it again to delete the others.");
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
  print(json, { deleted: count }, `Deleted what was prepared for ${count} people.`);
}
