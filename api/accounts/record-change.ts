import type { MailAbout, Members } from "../../events/members/handle.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import type { Origin } from "../auth/origin.ts";
import { draft } from "../mail/letters/messages.ts";
import { Problem } from "../problems.ts";
import { causeOf } from "./cause.ts";
import type { AccountParts } from "./parts.ts";

export type AccountCommand = Parameters<Members["execute"]>[1];

/** Carries out a member's command with its mail, and reads the member as everyone does now. */
export async function recordChange(
  { members, table, wakeSender, catchUpAll }: Pick<
    AccountParts,
    "members" | "table" | "wakeSender" | "catchUpAll"
  >,
  memberId: string,
  command: AccountCommand,
  origin: Origin,
  mail?: MailAbout,
): Promise<MemberRecord> {
  await members.execute(memberId, command, causeOf(memberId, origin), mail);
  if (mail) wakeSender();
  await catchUpAll();
  const member = await table.byId(memberId);
  if (member === undefined) throw new Problem(401, "Not authenticated");
  return member;
}

export const passwordNotice: MailAbout = ({ after: { email, firstName } }) => [
  draft("password-changed", { to: email, firstName }),
];
