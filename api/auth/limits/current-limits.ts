import { limitsInForce, programLimits } from "../../../events/program/limits.ts";
import type { ProgramSettings } from "../../../events/program/settings.ts";
import type { Limits } from "./rate-limits.ts";

/** Limits of people's use. Staff may change some: read each when it counts. */
export interface CurrentLimits extends Limits {
  /** People whose contacts a member sees. */
  readonly contactsADay: number;
}

/** Limits as staff have set them, or otherwise these. */
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
