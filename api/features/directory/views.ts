import { audiencesOf } from "../../../events/contacts/audiences.ts";
import {
  type OwnProfile,
  type SeenProfile,
  type Viewer,
  viewProfile,
} from "../../../events/members/privacy.ts";
import type { ConnectionTable } from "../../../events/read/connections.ts";
import type { MemberTable } from "../../../events/read/members.ts";
import { Problem } from "../../contract/problem.ts";

export interface ViewedTables {
  readonly members: Pick<MemberTable, "byId">;
  readonly connections: Pick<ConnectionTable, "areInTouch">;
}

const notVisible = "This profile is not visible or you don't have permission to view it.";

/**
 * The part of a profile that one viewer may see. Logs nothing.
 * @throws {Problem} 404 without a profile, 403 when this viewer may not see it.
 */
export async function findView(
  { members, connections }: ViewedTables,
  viewer: Viewer,
  memberId: string,
): Promise<OwnProfile | SeenProfile> {
  const member = await members.byId(memberId);
  if (member === undefined || member.profile === null) {
    throw new Problem(404, "Profile not found");
  }
  // Most members show everyone the same, so connections needn't be read.
  const dependsOnConnections = Object.values(audiencesOf(member)).includes("connections");
  const areInTouch = dependsOnConnections && viewer !== undefined &&
    await connections.areInTouch(viewer.memberId, memberId);
  const profile = viewProfile(viewer, member, { areInTouch });
  if (profile === undefined) throw new Problem(403, notVisible);
  return profile;
}

export function isOwn(profile: OwnProfile | SeenProfile): profile is OwnProfile {
  return "sharedFields" in profile;
}
