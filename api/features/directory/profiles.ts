import { DatabaseNotWritable } from "../../../events/store/database-errors.ts";
import { Refusal } from "../../../events/errors.ts";
import { contactField } from "../../../events/members/contact-fields.ts";
import type { MemberCommands } from "../../../events/members/handle.ts";
import {
  type OwnProfile,
  ownProfile,
  type SeenProfile,
  type Viewer,
  withoutContacts,
} from "../../../events/members/privacy.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { causeOf } from "../../auth/cause.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type { RateLimits } from "../../auth/limits/rate-limits.ts";
import type { ContactViews } from "../contacts/contact-views.ts";
import { findView, isOwn, type ViewedTables } from "./views.ts";
import type { ProfileChange, ViewedProfile } from "../../contract/profile.ts";
import { createRemoveOwnLinks, type RemoveOwnLinks } from "../../mail/templates/own-links.ts";
import { Problem } from "../../contract/problem.ts";
import type { Origin } from "../../auth/origin.ts";

interface ProfilesParts {
  readonly tables: ViewedTables;
  readonly members: Pick<MemberCommands, "execute">;
  readonly views: Pick<ContactViews, "append" | "hasSeen">;
  readonly limits: Pick<RateLimits, "change">;
  readonly settings: Pick<EffectiveSettings, "topics">;
  readonly appOrigin: string;
}

/** Members' profiles: a member's own, and those of others. */
export class Profiles {
  constructor(private readonly deps: ProfilesParts) {}

  async own(memberId: string): Promise<OwnProfile | undefined> {
    const member = await this.deps.tables.members.byId(memberId);
    return member && ownProfile(member);
  }

  /** Clears Home's notice that no one can find them. */
  async dismissShowReminder(memberId: string, origin: Origin): Promise<void> {
    await this.deps.limits.change(memberId);
    const command = { type: "ChangeShowReminder", wants: false } as const;
    await this.deps.members.execute(memberId, command, causeOf(memberId, origin));
  }

  /**
   * What this viewer would see. Logs nothing. @throws {Problem} 403 when it is hidden, 404 without
   * one.
   */
  preview(viewer: Viewer, memberId: string): Promise<OwnProfile | SeenProfile> {
    return findView(this.deps.tables, viewer, memberId);
  }

  /**
   * Shows a profile with the contacts meant for this viewer, and logs the view. Contacts may be
   * withheld.
   * @throws {Problem} 403 when it is hidden from this viewer, 404 when there is none.
   */
  async view(
    viewer: MemberRecord,
    memberId: string,
    origin: Origin,
  ): Promise<OwnProfile | ViewedProfile> {
    const profile = await this.preview(viewer, memberId);
    if (isOwn(profile) || profile.contacts.length === 0) return profile;
    try {
      const reveal = { ownerId: memberId, contacts: profile.contacts };
      await this.deps.views.append(viewer, reveal, origin);
      return profile;
    } catch (error) {
      return { ...withoutContacts(profile), contactsWithheld: withheldBy(error) };
    }
  }

  /**
   * Opens a profile for its page. Contacts are included for the owner, people in touch with them,
   * and viewers who were shown them today. Others get only the names of the contacts, and nothing
   * is logged.
   * @throws {Problem} 403 when it is hidden from this viewer, 404 when there is none.
   */
  async open(
    viewer: MemberRecord,
    memberId: string,
    origin: Origin,
  ): Promise<OwnProfile | ViewedProfile> {
    const { views, tables: { connections } } = this.deps;
    const profile = await this.preview(viewer, memberId);
    if (isOwn(profile) || profile.contacts.length === 0) return profile;
    if (await connections.areInTouch(viewer.memberId, memberId)) {
      return await this.view(viewer, memberId, origin);
    }
    const reveal = { ownerId: memberId, contacts: profile.contacts };
    try {
      if (await views.hasSeen(viewer, reveal)) return profile;
      return withoutContacts(profile);
    } catch (error) {
      return { ...withoutContacts(profile), contactsWithheld: withheldBy(error) };
    }
  }

  /**
   * Logs that this viewer is shown the contacts of a profile. `open` includes them after that.
   * @throws {Refusal} Without a verified address, or after too many people's contacts today.
   * @throws {Problem} 429 after too many views by new accounts at their network address.
   */
  async showContacts(viewer: MemberRecord, memberId: string, origin: Origin): Promise<void> {
    const profile = await this.preview(viewer, memberId);
    if (isOwn(profile) || profile.contacts.length === 0) return;
    const reveal = { ownerId: memberId, contacts: profile.contacts };
    await this.deps.views.append(viewer, reveal, origin);
  }

  /** @throws {Problem} 409 with the profile, when there is one. */
  create(memberId: string, input: ProfileChange, origin: Origin): Promise<OwnProfile> {
    return this.#write("CreateProfile", memberId, input, origin);
  }

  /** Changes the given fields. @throws {Problem} 412 with the profile, when it isn't one of `ifVersions`. */
  change(
    memberId: string,
    input: ProfileChange,
    origin: Origin,
    ifVersions?: readonly string[],
  ): Promise<OwnProfile> {
    return this.#write("ChangeProfile", memberId, input, origin, ifVersions);
  }

  /** Notes that the owner confirmed their profile as up to date. */
  async confirm(memberId: string, origin: Pick<Origin, "requestId">): Promise<void> {
    const { limits, members } = this.deps;
    await limits.change(memberId);
    await members.execute(memberId, { type: "ConfirmProfile" }, causeOf(memberId, origin));
  }

  async remove(memberId: string, origin: Origin): Promise<void> {
    const { limits, members } = this.deps;
    await limits.change(memberId);
    await members.execute(memberId, { type: "DeleteProfile" }, causeOf(memberId, origin));
  }

  async #write(
    type: "CreateProfile" | "ChangeProfile",
    memberId: string,
    { isVisible, sharedFields, contactAudiences, ...given }: ProfileChange,
    origin: Origin,
    ifVersions?: readonly string[],
  ): Promise<OwnProfile> {
    const { limits, members, settings } = this.deps;
    await limits.change(memberId);
    const fields = withoutOwnLinks(given, createRemoveOwnLinks(this.deps.appOrigin));
    const input = { fields, isVisible, sharedFields, contactAudiences, topics: settings.topics() };
    const command = { type, ...input, ifVersions };
    try {
      await members.execute(memberId, command, causeOf(memberId, origin));
    } catch (error) {
      const isConflict = error instanceof Refusal && /^profile\/(changed|exists)$/.test(error.code);
      if (!isConflict) throw error;
      // With the stored profile, so that the client can continue from it.
      const status = error.code === "profile/changed" ? 412 : 409;
      throw new Problem(status, error.message, { profile: await this.#stored(memberId) });
    }
    return await this.#stored(memberId);
  }

  async #stored(memberId: string): Promise<OwnProfile> {
    const profile = await this.own(memberId);
    if (profile === undefined) throw new Problem(404, "Profile not found");
    return profile;
  }
}

/** Removes our own links with which a reader could act as the member. */
function withoutOwnLinks<F extends object>(fields: F, remove: RemoveOwnLinks): F {
  const clean = (value: unknown): unknown =>
    typeof value === "string"
      ? remove(value).text
      : Array.isArray(value)
      ? value.map(clean)
      : value;
  const cleaned = Object.entries(fields).map(([name, value]) =>
    [name, Object.hasOwn(contactField, name) ? value : clean(value)] as const
  );
  return Object.fromEntries(cleaned) as F;
}

/** Contacts are withheld while their view can't be logged; the rest of the profile is shown. */
function withheldBy(error: unknown): string {
  if (error instanceof Refusal && /^contact\/(unconfirmed|too-many)$/.test(error.code)) {
    return error.message;
  }
  if (error instanceof Problem && error.status === 429) return error.message;
  if (error instanceof DatabaseNotWritable) {
    return "Contacts can't be shown right now. Try again later.";
  }
  throw error;
}
