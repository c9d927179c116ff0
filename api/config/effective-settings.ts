import type { AdmissionRules } from "../../events/program/admission.ts";
import {
  type Announcement,
  isCurrent,
  type ProgramSettings,
} from "../../events/program/settings.ts";
import type { SettingsTable } from "../../events/read/settings.ts";
import { brandOf, type ProgramBrand } from "./brand.ts";

/** The settings in effect: staff's, or the defaults. */
export type EffectiveSettings = ReturnType<typeof createEffectiveSettings>;

export function createEffectiveSettings(table: SettingsTable, now: () => Date) {
  let known: { readonly set: ProgramSettings; readonly brand: ProgramBrand } | undefined;
  return {
    /** Set by staff. */
    current: table.current,
    topics: table.topics,
    /** The same object until it changes. */
    brand(): ProgramBrand {
      const set = table.current();
      if (known?.set !== set) known = { set, brand: brandOf(set) };
      return known.brand;
    },
    /** Of the program and its university. */
    names(): readonly string[] {
      const { programName, universityName } = this.brand();
      return [programName, universityName];
    },
    admission(): AdmissionRules {
      const { admission, admissionDomains } = table.current();
      return { by: admission ?? "open", domains: admissionDomains ?? [] };
    },
    announcement(): Announcement | null {
      const { announcement } = table.current();
      return isCurrent(announcement, now()) ? announcement : null;
    },
  };
}
