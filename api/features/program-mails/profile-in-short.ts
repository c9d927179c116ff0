import type { PublicProfile } from "../../../events/members/privacy.ts";
import { roleTraits } from "../../../events/vocabulary.ts";

/** A profile as others see it, one line per part, without long texts: `Branch: Aviation, 15A`. */
export function profileInShort(profile: PublicProfile): readonly string[] {
  const { user, classYear, armyBranch, mos, helpTopics = [] } = profile;
  const traits = user.role === null ? undefined : roleTraits[user.role];
  const lines: readonly (readonly [label: string, ...values: (string | null | undefined)[]])[] = [
    ["Name", `${user.firstName} ${user.lastName}`.trim()],
    ["Former name", profile.formerName],
    ["Rank", traits?.hidesRank ? null : profile.rank],
    [traits?.years === "service" ? "Years" : "Class", classYear],
    ["Branch", armyBranch, mos],
    ["Status", profile.dutyStatus],
    ["Work", profile.jobTitle, profile.company],
    ["Industry", profile.industry],
    ["Location", profile.location],
    ["Helps with", ...helpTopics],
  ];
  return lines.flatMap(([label, ...values]) => {
    const said = values.filter((value) => value);
    return said.length === 0 ? [] : [`${label}: ${said.join(", ")}`];
  });
}
