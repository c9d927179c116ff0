import type { MemberTable } from "../../../events/read/members.ts";
import { hasDied } from "../../../events/program/admission.ts";
import { settingsStream } from "../../../events/program/setting-events.ts";
import type { MailKind } from "./mail-kind.ts";

/** What holds for all mails: none to someone whose death is recorded, or who was erased. */
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
