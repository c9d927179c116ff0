import type { MailAbout, Members } from "../../events/members/handle.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import type { MemberTable } from "../../events/read/members.ts";
import type { Origin } from "../auth/origin.ts";
import { Problem } from "../problems.ts";
import { causeOf } from "./cause.ts";

export type AccountCommand = Parameters<Members["execute"]>[1];

export interface RecordChangeDependencies {
  readonly members: Members;
  readonly table: Pick<MemberTable, "byId">;
  /** Sends queued mail now. */
  readonly wakeSender: () => void;
  /** Resolves once every reader sees the events recorded before the call. */
  readonly catchUpAll: () => Promise<void>;
}

/**
 * Carries out a member's command, with its mail.
 *
 * @returns The member as everyone reads them now: the log decides on the time of the event.
 */
export async function recordChange(
  { members, table, wakeSender, catchUpAll }: RecordChangeDependencies,
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
