import { connectionLimits } from "../../events/connections/limits.ts";
import { Refusal } from "../../events/errors.ts";
import { dayMs } from "../../events/log/day.ts";
import type { SettingsCommand } from "../../events/program/decide-settings.ts";
import { limitNames, type ProgramLimits, programLimits } from "../../events/program/limits.ts";
import {
  type Announcement,
  isCurrent,
  nothingSet,
  type ProgramSettings,
} from "../../events/program/settings.ts";
import type { SettingsTable } from "../../events/read/settings.ts";
import type { ProductDependencies } from "../composition/dependencies.ts";
import {
  type AdmissionRules,
  admissions,
  type AdmissionVariables,
  openAdmission,
} from "../config/admissions.ts";
import { fixedText, settingNames, type SettingsView } from "../contract/settings.ts";
import { brandOf, type BrandVariables, pick, type ProgramBrand } from "./brand.ts";

/** Variables for settings that staff can change, too. Variables win. */
export interface SettingVariables extends BrandVariables {
  readonly admission?: AdmissionVariables | undefined;
}

/** Variables, and the default limits. */
export interface InstallationSettings extends SettingVariables {
  readonly limits: ProgramLimits;
}

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
    ...deps,
    limits: {
      openRequests,
      requestsAWeek,
      askAgainDays: againAfterMs / dayMs,
      contactsADay: deps.contactsADay ?? programLimits.contactsADay.usual,
      profilesAnHour: deps.limits.profilesPerMember,
    },
  };
}

/** @throws {Refusal} For settings that a variable has set. */
export function refuseFixed(command: SettingsCommand, variables: SettingVariables): void {
  if (command.type !== "ChangeSettings") return;
  const { by, domains } = variables.admission ?? {};
  const fixedValues = { ...variables, admission: by, admissionDomains: domains };
  const wanted = { ...command, ...command.brand };
  const fixed = settingNames.filter((name) =>
    wanted[name] !== undefined && fixedValues[name] !== undefined
  );
  if (fixed.length === 0) return;
  const fields = Object.fromEntries(fixed.map((name) => [name, fixedText(name)]));
  throw new Refusal("settings/fixed", Object.values(fields).join(". "), fields);
}

/** A variable wins, unless staff chose a stricter rule: a restart must not open a directory. */
export function admissionOf(set: ProgramSettings, { admission = {} }: SettingVariables) {
  const isStricter = admission.by !== undefined && set.admission !== null &&
    admissions.indexOf(set.admission) > admissions.indexOf(admission.by);
  return {
    by: pick(isStricter ? undefined : admission.by, set.admission, openAdmission.by),
    domains: pick(admission.domains, set.admissionDomains, openAdmission.domains),
  };
}

function sourcesOf(set: ProgramSettings, variables: SettingVariables) {
  const { logo: { value, from }, ...brand } = brandOf(set, variables);
  const { by, domains } = admissionOf(set, variables);
  const logo = { value: value?.tag ?? null, from };
  return { ...brand, logo, admission: by, admissionDomains: domains };
}

/** Each of staff's settings, with the installation's value and the one that applies. */
export function settingsView(
  table: Pick<SettingsTable, "current">,
  installation: InstallationSettings,
): SettingsView {
  const set = table.current();
  const own = { ...set, ...set.brand };
  const [usual, now] = [sourcesOf(nothingSet, installation), sourcesOf(set, installation)];
  const settings = settingNames.map((name) => {
    const { value } = usual[name];
    return [name, { set: own[name] ?? null, installation: value, from: now[name].from }];
  });
  const limits = limitNames.map((name) => {
    const own = set.limits[name] ?? null;
    const from = own === null ? "default" : "staff";
    return [name, { set: own, installation: installation.limits[name], from }];
  });
  const { topics, announcement } = set;
  return {
    ...Object.fromEntries(settings),
    limits: Object.fromEntries(limits),
    topics,
    announcement,
  };
}

/** The settings that apply now: from variables and staff. */
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
      return isCurrent(announcement, now()) ? announcement : null;
    },
  };
}
