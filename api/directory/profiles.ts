import { Refusal } from "../../events/errors.ts";
import type { Members } from "../../events/members/handle.ts";
import { type OwnProfile, ownProfile, viewProfile } from "../../events/members/privacy.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import type { MemberTable } from "../../events/read/members.ts";
import { causeOf } from "../accounts/cause.ts";
import type { RateLimits } from "../auth/rate-limits.ts";
import type { ProfileChange } from "../contract/profile.ts";
import { Problem, toProblem } from "../problems.ts";
import type { Origin, Profiles } from "../product.ts";

export interface ProfilesDependencies {
  readonly members: Members;
  readonly table: Pick<MemberTable, "byId">;
  readonly limits: Pick<RateLimits, "change">;
  /** Resolves once everyone reads what was recorded before the call. */
  readonly catchUpAll: () => Promise<void>;
}

const notVisible = "This profile is not visible or you don't have permission to view it.";

/** Profiles, one at a time: the owner's own, and others' as far as they show them. */
export function createProfiles(
  { members, table, limits, catchUpAll }: ProfilesDependencies,
): Profiles {
  async function write(
    type: "CreateProfile" | "ChangeProfile",
    memberId: string,
    input: ProfileChange,
    origin: Origin,
    ifVersions?: readonly string[],
  ): Promise<OwnProfile> {
    await limits.change(memberId);
    const { isVisible, sharedFields, ...fields } = input;
    const command = { type, fields, isVisible, sharedFields, ifVersions };
    try {
      await members.execute(memberId, command, causeOf(memberId, origin));
    } catch (error) {
      throw isOtherThanBelieved(error) ? await withStored(error, memberId) : error;
    }
    await catchUpAll();
    // As everyone reads it from now on: the log has the last word on when it happened.
    return ownOf(await table.byId(memberId));
  }

  /** Who learns what is stored can go on from it, without asking again. */
  async function withStored(refusal: Refusal, memberId: string): Promise<Problem> {
    await catchUpAll();
    const problem = toProblem(refusal) as Problem;
    const profile = ownOf(await table.byId(memberId));
    return new Problem(problem.status, problem.message, { profile });
  }

  return {
    async own(memberId) {
      const member = await table.byId(memberId);
      return member && ownProfile(member);
    },
    async view(viewer, memberId) {
      const member = await table.byId(memberId);
      if (member === undefined || member.profile === null) {
        throw new Problem(404, "Profile not found");
      }
      const profile = viewProfile(viewer, member);
      if (profile === undefined) throw new Problem(403, notVisible);
      return profile;
    },
    create: (memberId, input, origin) => write("CreateProfile", memberId, input, origin),
    change: (memberId, input, origin, ifVersions) =>
      write("ChangeProfile", memberId, input, origin, ifVersions),
    async remove(memberId, origin) {
      await limits.change(memberId);
      await members.execute(memberId, { type: "DeleteProfile" }, causeOf(memberId, origin));
      await catchUpAll();
    },
  };
}

function isOtherThanBelieved(error: unknown): error is Refusal {
  return error instanceof Refusal && /^profile\/(changed|exists)$/.test(error.code);
}

function ownOf(member: MemberRecord | undefined): OwnProfile {
  const profile = member && ownProfile(member);
  if (profile === undefined) throw new Problem(404, "Profile not found");
  return profile;
}
