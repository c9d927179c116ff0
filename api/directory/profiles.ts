import { DatabaseNotWritable } from "../../events/database-errors.ts";
import { Refusal } from "../../events/errors.ts";
import type { Topics } from "../../events/program/topics.ts";
import type { Members } from "../../events/members/handle.ts";
import {
  type OwnProfile,
  ownProfile,
  type SeenProfile,
  type Viewer,
  withoutContacts,
} from "../../events/members/privacy.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import { causeOf } from "../accounts/cause.ts";
import type { RateLimits } from "../auth/rate-limits.ts";
import type { ContactViews } from "../contacts/contact-views.ts";
import { findView, isOwn, type ViewsDependencies } from "../contacts/views.ts";
import type { ProfileChange, ViewedProfile } from "../contract/profile.ts";
import { Problem, toProblem } from "../problems.ts";
import type { Origin } from "../auth/origin.ts";

export interface ProfilesDependencies extends ViewsDependencies {
  readonly members: Pick<Members, "execute">;
  readonly views: Pick<ContactViews, "record">;
  readonly limits: Pick<RateLimits, "change">;
  readonly topics: () => Topics;
  readonly catchUpAll: () => Promise<void>;
}

export function createProfiles(deps: ProfilesDependencies) {
  const { members, views, table, limits, topics, catchUpAll } = deps;

  async function write(
    type: "CreateProfile" | "ChangeProfile",
    memberId: string,
    input: ProfileChange,
    origin: Origin,
    ifVersions?: readonly string[],
  ): Promise<OwnProfile> {
    await limits.change(memberId);
    const { isVisible, sharedFields, contactAudiences, ...fields } = input;
    const wishes = { fields, isVisible, sharedFields, contactAudiences, topics: topics() };
    const command = { type, ...wishes, ifVersions };
    try {
      await members.execute(memberId, command, causeOf(memberId, origin));
    } catch (error) {
      throw isConflict(error) ? await withStored(error, memberId) : error;
    }
    await catchUpAll();
    // Read back, because the log decides on the time of the event.
    return ownOf(await table.byId(memberId));
  }

  /** Adds the stored profile, so that the client can continue from it. */
  async function withStored(refusal: Refusal, memberId: string): Promise<Problem> {
    await catchUpAll();
    const problem = toProblem(refusal) as Problem;
    const profile = ownOf(await table.byId(memberId));
    return new Problem(problem.status, problem.message, { profile });
  }

  return {
    async own(memberId: string): Promise<OwnProfile | undefined> {
      const member = await table.byId(memberId);
      return member && ownProfile(member);
    },
    /** What this viewer would see, without recording it. @throws {Problem} 403 when it is hidden, 404 without one. */
    preview: (viewer: Viewer, memberId: string): Promise<OwnProfile | SeenProfile> =>
      findView(deps, viewer, memberId),
    /**
     * Shows a profile with the contacts meant for this viewer, and records that. Contacts may be
     * withheld.
     * @throws {Problem} 403 when it is hidden from this viewer, 404 when there is none.
     */
    async view(
      viewer: MemberRecord,
      memberId: string,
      origin: Origin,
    ): Promise<OwnProfile | ViewedProfile> {
      const profile = await findView(deps, viewer, memberId);
      if (isOwn(profile) || profile.contacts.length === 0) return profile;
      try {
        await views.record(viewer, { ownerId: memberId, contacts: profile.contacts }, origin);
        return profile;
      } catch (error) {
        const contactsWithheld = whyWithheld(error);
        if (contactsWithheld === undefined) throw error;
        return { ...withoutContacts(profile), contactsWithheld };
      }
    },
    /** @throws {Problem} 409 with the profile, when there is one. */
    create: (memberId: string, input: ProfileChange, origin: Origin): Promise<OwnProfile> =>
      write("CreateProfile", memberId, input, origin),
    /** Changes the given fields. @throws {Problem} 412 with the profile, when it isn't one of `ifVersions`. */
    change: (
      memberId: string,
      input: ProfileChange,
      origin: Origin,
      ifVersions?: readonly string[],
    ): Promise<OwnProfile> => write("ChangeProfile", memberId, input, origin, ifVersions),
    async remove(memberId: string, origin: Origin): Promise<void> {
      await limits.change(memberId);
      await members.execute(memberId, { type: "DeleteProfile" }, causeOf(memberId, origin));
      await catchUpAll();
    },
  };
}

export type Profiles = ReturnType<typeof createProfiles>;

/** Contacts whose showing can't be recorded are withheld; the rest of the profile is shown. */
function whyWithheld(error: unknown): string | undefined {
  if (error instanceof Refusal && /^contact\/(unconfirmed|too-many)$/.test(error.code)) {
    return error.message;
  }
  if (error instanceof Problem && error.status === 429) return error.message;
  if (error instanceof DatabaseNotWritable) {
    return "Contacts can't be shown right now. Try again later.";
  }
  return undefined;
}

function isConflict(error: unknown): error is Refusal {
  return error instanceof Refusal && /^profile\/(changed|exists)$/.test(error.code);
}

function ownOf(member: MemberRecord | undefined): OwnProfile {
  const profile = member && ownProfile(member);
  if (profile === undefined) throw new Problem(404, "Profile not found");
  return profile;
}
