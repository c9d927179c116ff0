import { limitsInForce, programLimits } from "../../../events/program/limits.ts";
import type { ProgramSettings } from "../../../events/program/settings.ts";
import type { Limits } from "./rate-limits.ts";

/** Limits of people's use. Staff may change some, so read each limit when counting. */
export interface CurrentLimits extends Limits {
  /** The number of people whose contacts a member may see. */
  readonly contactsADay: number;
}

/** Uses the limits set by staff, and these as defaults. */
export function currentLimits(
  usual: Limits & { readonly contactsADay?: number | undefined },
  settings: () => Pick<ProgramSettings, "limits">,
): CurrentLimits {
  const { contactsADay = programLimits.contactsADay.usual, profilesPerMember } = usual;
  const inForce = limitsInForce({ contactsADay, profilesAnHour: profilesPerMember }, settings);
  return {
    ...usual,
    get profilesPerMember() {
      return inForce.profilesAnHour;
    },
    get contactsADay() {
      return inForce.contactsADay;
    },
  };
}
