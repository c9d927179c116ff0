import type { MemberRecord } from "../../../events/members/record.ts";
import type { ConversationLinks, OpenedLink } from "../connections/links.ts";

/** Used where other links have a conversation's id. */
const commissioningLink = "commissioning";

/** Mailed links to a member's own commission. They work like links to conversations. */
export type CommissioningLinks = ReturnType<typeof createCommissioningLinks>;

export function createCommissioningLinks(
  links: Pick<ConversationLinks, "issue" | "open" | "isValid" | "formTokenFor">,
) {
  return {
    issue: (member: MemberRecord, fromMs: number): Promise<string> =>
      links.issue(member, commissioningLink, fromMs),
    /** `undefined` for a forged one, and for a link to something else. */
    open(token: string): OpenedLink | undefined {
      const link = links.open(token);
      return link?.connectionId === commissioningLink ? link : undefined;
    },
    isValid: (link: OpenedLink, member: MemberRecord): Promise<boolean> =>
      links.isValid(link, member),
    formTokenFor: (token: string): string => links.formTokenFor(token),
  };
}
