import {
  type Announcement,
  isStanding,
  type ProgramSettings,
} from "../../events/program/settings.ts";
import type { SettingsTable } from "../../events/read/settings.ts";
import type { AdmissionRules } from "../config/admissions.ts";
import { brandOf, type ProgramBrand } from "./brand.ts";
import { admissionOf, type SettingVariables } from "./settings-view.ts";

export type EffectiveSettings = ReturnType<typeof createEffectiveSettings>;

export function createEffectiveSettings(
  table: SettingsTable,
  variables: SettingVariables,
  now: () => Date,
) {
  let known: { readonly set: ProgramSettings; readonly brand: ProgramBrand } | undefined;
  return {
    topics: table.topics,
    /** The same object until it changes. */
    brand(): ProgramBrand {
      const set = table.current();
      if (known?.set !== set) known = { set, brand: brandOf(set, variables) };
      return known.brand;
    },
    admission(): AdmissionRules {
      const { by, domains } = admissionOf(table.current(), variables);
      return { by: by.value, domains: domains.value };
    },
    announcement(): Announcement | null {
      const { announcement } = table.current();
      return isStanding(announcement, now()) ? announcement : null;
    },
  };
}
