import { Refusal } from "../../events/errors.ts";
import type { SettingsCommand } from "../../events/program/decide-settings.ts";
import { limitNames } from "../../events/program/limits.ts";
import type { ProgramSettings } from "../../events/program/settings.ts";
import type { SettingsTable } from "../../events/read/settings.ts";
import { admissions, openDoor } from "../config/admissions.ts";
import { fixedText, type Setting, settingNames, type SettingsView } from "../contract/settings.ts";
import { brandOf, pick, type ProgramBrand, type Sourced } from "./brand.ts";
import type { InstallationSettings, SettingVariables } from "./installation-settings.ts";

/**
 * Refuses changes of settings that a variable has set.
 *
 * @throws {Refusal}
 */
export function refuseFixed(command: SettingsCommand, variables: SettingVariables): void {
  if (command.type !== "ChangeSettings") return;
  const { admission, ...brand } = variables;
  const fixedValues = { ...brand, admission: admission?.by, admissionDomains: admission?.domains };
  const wanted = { ...command, ...command.brand };
  const fixed = settingNames.filter((name) =>
    wanted[name] !== undefined && fixedValues[name] !== undefined
  );
  if (fixed.length === 0) return;
  const fields = Object.fromEntries(fixed.map((name) => [name, fixedText(name)]));
  throw new Refusal("settings/fixed", Object.values(fields).join(". "), fields);
}

/**
 * Who gets in. A variable wins, unless staff chose a stricter rule before: a restart must not open a directory that was
 * closed.
 */
export function admissionOf(set: ProgramSettings, { admission = {} }: SettingVariables) {
  const isStricter = admission.by !== undefined && set.admission !== null &&
    admissions.indexOf(set.admission) > admissions.indexOf(admission.by);
  return {
    by: pick(isStricter ? undefined : admission.by, set.admission, openDoor.by),
    domains: pick(admission.domains, set.admissionDomains, openDoor.domains),
  };
}

/** Each setting of staff, with the installation's value and the one that counts. */
export function settingsView(
  table: Pick<SettingsTable, "current">,
  installation: InstallationSettings,
): SettingsView {
  const set = table.current();
  const usual = brandOf({ ...set, supportEmail: null, brand: {} }, installation);
  const brand = brandOf(set, installation);
  const door = admissionOf(set, installation);
  const usualDoor = admissionOf(
    { ...set, admission: null, admissionDomains: null },
    installation,
  );
  function beside<T>(own: T | null | undefined, usual: Sourced<T>, now: Sourced<T>): Setting<T> {
    return { set: own ?? null, installation: usual.value, from: now.from };
  }
  const logoOf = ({ value, from }: ProgramBrand["logo"]) => ({ value: value?.tag ?? null, from });
  return {
    programName: beside(set.brand.programName, usual.programName, brand.programName),
    universityName: beside(set.brand.universityName, usual.universityName, brand.universityName),
    brandColor: beside(set.brand.brandColor, usual.brandColor, brand.brandColor),
    logo: beside(set.brand.logo, logoOf(usual.logo), logoOf(brand.logo)),
    supportEmail: beside(set.supportEmail, usual.supportEmail, brand.supportEmail),
    admission: beside(set.admission, usualDoor.by, door.by),
    admissionDomains: beside(set.admissionDomains, usualDoor.domains, door.domains),
    limits: Object.fromEntries(
      limitNames.map((name) => {
        const own = set.limits[name] ?? null;
        const from = own === null ? "default" : "staff";
        return [name, { set: own, installation: installation.limits[name], from }];
      }),
    ) as SettingsView["limits"],
    topics: set.topics,
    announcement: set.announcement,
  };
}
