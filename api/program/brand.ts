import type { ProgramSettings } from "../../events/program/settings.ts";
import type { SettingSource } from "../contract/settings.ts";
import type { Logo } from "../config/logo.ts";

interface Sourced<T> {
  readonly value: T;
  readonly from: SettingSource;
}

/** The program's names and appearance: by a variable, by staff, or the default. */
export interface ProgramBrand {
  readonly programName: Sourced<string>;
  readonly universityName: Sourced<string>;
  readonly supportEmail: Sourced<string>;
  /** Such as `#4d1979`; `null` is the product's own colors. */
  readonly brandColor: Sourced<string | null>;
  /** `null` is the product's own mark. */
  readonly logo: Sourced<Pick<Logo, "type" | "tag"> | null>;
  /** Whether a variable or staff set a name. */
  readonly isNamed: boolean;
}

export interface BrandVariables {
  readonly programName?: string | undefined;
  readonly universityName?: string | undefined;
  readonly supportEmail?: string | undefined;
  readonly brandColor?: string | undefined;
  readonly logo?: Logo | undefined;
}

/** The program of the specification. */
export const defaultBrand = {
  programName: "TCU",
  universityName: "Texas Christian University",
  supportEmail: "support@example.edu",
} as const;

export function brandOf(set: ProgramSettings, variables: BrandVariables): ProgramBrand {
  const own = { ...set.brand, supportEmail: set.supportEmail };
  const logo = own.logo == null ? null : { type: "image/webp", tag: own.logo } as const;
  const named = (name: keyof typeof defaultBrand) =>
    pick(variables[name], own[name], defaultBrand[name]);
  const programName = named("programName");
  return {
    programName,
    universityName: named("universityName"),
    supportEmail: named("supportEmail"),
    brandColor: pick<string | null>(variables.brandColor, own.brandColor, null),
    logo: pick<Pick<Logo, "type" | "tag"> | null>(variables.logo, logo, null),
    isNamed: programName.from !== "default",
  };
}

export function namesOf({ programName, universityName, supportEmail }: ProgramBrand) {
  return {
    programName: programName.value,
    universityName: universityName.value,
    supportEmail: supportEmail.value,
  };
}

/** A variable wins: staff can't change in a browser what the operator has set. */
export function pick<T>(variable: T | undefined, set: T | null | undefined, usual: T): Sourced<T> {
  if (variable !== undefined) return { value: variable, from: "variable" };
  return set == null ? { value: usual, from: "default" } : { value: set, from: "staff" };
}
