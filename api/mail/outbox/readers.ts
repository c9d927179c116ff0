import type { MemberTable } from "../../../events/read/members.ts";
import { hasDied } from "../../../events/program/admission.ts";
import { settingsStream } from "../../../events/program/setting-events.ts";
import type { MailKind } from "./mail-kind.ts";

/** Drops all mails to erased members, and to members who staff noted as deceased. */
export function ofReaders(table: Pick<MemberTable, "byId">): MailKind {
  return {
    async lookUp({ memberId }) {
      const member = await table.byId(memberId);
      return member !== undefined && hasDied(member) ? "dropped" : undefined;
    },
    isPresent: async (memberId) =>
      memberId === settingsStream || await table.byId(memberId) !== undefined,
  };
}
