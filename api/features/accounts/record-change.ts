import type { MailAbout, Members } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { Origin } from "../../auth/origin.ts";
import type { Mailing } from "../../composition/mailing.ts";
import type { Shared } from "../../composition/shared.ts";
import { Problem } from "../../contract/problem.ts";
import { causeOf } from "../../auth/cause.ts";

export type AccountParts = Shared & Pick<Mailing, "wakeSender" | "currentMail">;

export type AccountCommand = Parameters<Members["execute"]>[1];

/** Runs a member's command with its mail, and returns the member as everyone now sees them. */
export async function recordChange(
  { members, table, wakeSender }: AccountParts,
  memberId: string,
  command: AccountCommand,
  origin: Origin,
  mail?: MailAbout,
): Promise<MemberRecord> {
  await members.execute(memberId, command, causeOf(memberId, origin), mail);
  if (mail) wakeSender();
  const member = await table.byId(memberId);
  if (member === undefined) throw new Problem(401, "Not authenticated");
  return member;
}
