import { connectionLimits } from "../../events/connections/limits.ts";
import { contactsADay } from "../../events/contacts/reveals.ts";
import type { ProductDependencies } from "../composition/dependencies.ts";
import type { BrandVariables } from "./brand.ts";
import type { AdmissionVariables } from "../config/admissions.ts";
import type { LimitName } from "../../events/program/limits.ts";

/** Variables for settings that staff can change, too. Variables win. */
export interface SettingVariables extends BrandVariables {
  readonly admission?: AdmissionVariables | undefined;
}

/** Variables, and the limits that count where staff have set none. */
export interface InstallationSettings extends SettingVariables {
  readonly limits: Readonly<Record<LimitName, number>>;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The installation's settings: from variables, else the product's defaults. */
export function installationSettings(
  deps:
    & SettingVariables
    & Pick<ProductDependencies, "limits" | "connectionLimits" | "contactsADay">,
): InstallationSettings {
  const { openRequests, requestsAWeek, againAfterMs } = {
    ...connectionLimits,
    ...deps.connectionLimits,
  };
  return {
    programName: deps.programName,
    universityName: deps.universityName,
    supportEmail: deps.supportEmail,
    brandColor: deps.brandColor,
    logo: deps.logo,
    admission: deps.admission,
    limits: {
      openRequests,
      requestsAWeek,
      askAgainDays: againAfterMs / dayMs,
      contactsADay: deps.contactsADay ?? contactsADay,
      profilesAnHour: deps.limits.profilesPerMember,
    },
  };
}
