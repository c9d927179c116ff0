/**
 * A yearly mail that shows members their profile as others see it, and asks whether it is still
 * right.
 */
import { lasting } from "../../../events/amounts.ts";
import { publicProfile } from "../../../events/members/privacy.ts";
import { needsConfirmation } from "../../../events/members/program-mails.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { tokenLifetimeMs } from "../../auth/tokens.ts";
import { pageLink, siteName } from "../../mail/templates/letterhead.ts";
import { profileLink } from "../../contract/mailed-links.ts";
import type { ConversationLinks } from "../connections/links.ts";
import type { ProgramMail } from "./program-mail-kind.ts";
import { profileInShort } from "./profile-in-short.ts";

interface StillRightParts {
  readonly table: Pick<MemberTable, "withYearEndingIn">;
  readonly links: Pick<ConversationLinks, "issue">;
  readonly now: () => Date;
}

export function createStillRight({ table, links, now }: StillRightParts): ProgramMail {
  return {
    kind: "still-right",
    due: table.withYearEndingIn,
    isWanted: async (member) => member.profile !== null && needsConfirmation(member.profile, now()),
    async write(member, { createdAtMs }) {
      const shown = publicProfile(member);
      if (shown === undefined) return undefined;
      const token = await links.issue(member, profileLink, createdAtMs);
      return {
        letter: (head) => ({
          subject: `Is your ${siteName(head)} profile still right?`,
          opening: "It's been a year since you last changed or confirmed your profile. " +
            "This is what other members see:",
          quote: profileInShort(shown).join("\n"),
          action: { label: "Confirm my profile", link: pageLink(head, `/c/${token}`) },
          closing: [
            { label: "Change my profile", link: pageLink(head, "/profile/edit") },
            "If you do nothing, your profile stays as it is.",
          ],
          details: [
            `The link to confirm your profile works for ${
              lasting(tokenLifetimeMs["conversation-links"])
            }, without signing in. We ask once a year.`,
          ],
          because: "other members can see your profile",
        }),
      };
    },
  };
}
