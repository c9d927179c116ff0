import { connectionLimits } from "../../events/connections/limits.ts";
import { contactsADay } from "../../events/contacts/reveals.ts";
import type { ProductDependencies } from "../composition/dependencies.ts";
import { openDoor } from "../config/admissions.ts";
import type { InstallationSettings } from "./settings.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** What variables say of what staff can set, or the product where they say nothing. */
export function installationSettings(
  deps: Pick<
    ProductDependencies,
    "supportEmail" | "admission" | "limits" | "connectionLimits" | "contactsADay"
  >,
): InstallationSettings {
  const { openRequests, requestsAWeek, againAfterMs } = {
    ...connectionLimits,
    ...deps.connectionLimits,
  };
  return {
    supportEmail: deps.supportEmail,
    admission: deps.admission ?? openDoor,
    limits: {
      openRequests,
      requestsAWeek,
      askAgainDays: againAfterMs / dayMs,
      contactsADay: deps.contactsADay ?? contactsADay,
      profilesAnHour: deps.limits.profilesPerMember,
    },
  };
}
