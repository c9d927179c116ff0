import { audiencesOf, type ContactAudiences } from "../../../events/contacts/audiences.ts";
import { revealsStoredDays } from "../../../events/contacts/reveals.ts";
import { dayMs } from "../../../events/day.ts";
import { type ContactField, contactOrder } from "../../../events/members/contact-fields.ts";
import { canView, userSeenBy } from "../../../events/members/privacy.ts";
import type { MemberCommands } from "../../../events/members/handle.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import type { RevealTable } from "../../../events/read/reveals.ts";
import { causeOf } from "../../auth/cause.ts";
import type { Origin } from "../../auth/origin.ts";
import type { RateLimits } from "../../auth/limits/rate-limits.ts";
import { type ContactReveal, type ContactReveals } from "../../contract/contacts.ts";
import { revealsAtOnce } from "../../contract/limits.ts";
import type { ContactAudiencesChange } from "../../contract/contact-audiences.ts";
import { Problem } from "../../contract/problem.ts";
import type { Profiles } from "../directory/profiles.ts";
import type { ContactViews } from "./contact-views.ts";

interface ContactsParts {
  readonly members: Pick<MemberCommands, "execute">;
  readonly tables: {
    readonly members: Pick<MemberTable, "byId" | "byIds">;
    readonly reveals: Pick<RevealTable, "ofOwner">;
  };
  readonly profiles: Pick<Profiles, "preview">;
  readonly views: Pick<ContactViews, "append">;
  readonly limits: Pick<RateLimits, "change">;
  readonly now: () => Date;
}

export class Contacts {
  constructor(private readonly deps: ContactsParts) {}

  /** @throws {Problem} 401 when the member no longer exists. */
  async audiences(memberId: string): Promise<ContactAudiences> {
    const member = await this.deps.tables.members.byId(memberId);
    if (member === undefined) throw new Problem(401, "Account not found");
    return audiencesOf(member);
  }

  async changeAudiences(
    memberId: string,
    change: ContactAudiencesChange,
    origin: Origin,
  ): Promise<ContactAudiences> {
    await this.deps.limits.change(memberId);
    const command = { type: "ChangeContactAudiences", audiences: change } as const;
    const cause = causeOf(memberId, origin);
    await this.deps.members.execute(memberId, command, cause);
    return await this.audiences(memberId);
  }

  /**
   * Shows one contact of a member, and logs the view.
   * @throws {Problem} 403 when this viewer may not see it, there is none, or the profile is hidden;
   * 404 without a profile; 429 after too many views by new accounts at their network address.
   * @throws {Refusal} Without a verified address, or after too many people's contacts today.
   */
  async reveal(
    viewer: MemberRecord,
    ownerId: string,
    contact: ContactField,
    origin: Origin,
  ): Promise<string> {
    const profile = await this.deps.profiles.preview(viewer, ownerId);
    const value = profile[contact];
    // Gives the same answer whether it is missing or hidden from this viewer.
    if (!value) throw new Problem(403, "You can't see this contact");
    if (ownerId !== viewer.memberId) {
      await this.deps.views.append(viewer, { ownerId, contacts: [contact] }, origin);
    }
    return value;
  }

  /** Lists the views of a member's contacts in the last 12 months. */
  async reveals(memberId: string, page: number): Promise<ContactReveals> {
    const { tables: { members, reveals: seen }, now } = this.deps;
    const found = await seen.ofOwner(memberId, {
      sinceMs: now().getTime() - revealsStoredDays * dayMs,
      offset: (page - 1) * revealsAtOnce,
      limit: revealsAtOnce + 1,
    });
    const shown = found.slice(0, revealsAtOnce);
    const [owner, viewers] = await Promise.all([
      members.byId(memberId),
      members.byIds([...new Set(shown.flatMap(({ viewerId }) => viewerId ?? []))]),
    ]);
    const reveals = shown.map(({ viewerId, day, contacts: unordered }): ContactReveal => {
      const contacts = contactOrder.filter((name) => unordered.includes(name));
      const viewer = viewers.get(viewerId ?? "");
      if (viewer === undefined) return { by: null, isVisible: false, day, contacts };
      const isVisible = canView(owner, viewer);
      return { by: userSeenBy(owner, viewer), isVisible, day, contacts };
    });
    return { reveals, page, hasMore: found.length > revealsAtOnce };
  }
}
