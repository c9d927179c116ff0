import type { BrandFacts } from "../../events/program/setting-events.ts";
import type { ProgramSettings } from "../../events/program/settings.ts";
import type { SettingSource } from "../contract/settings.ts";
import type { Logo } from "../config/logo.ts";

/** A value that counts now, and who has set it. */
export interface Sourced<T> {
  readonly value: T;
  readonly from: SettingSource;
}

/** What the program is called and looks like: a variable that is set, else what staff have set, else the default. */
export interface ProgramBrand {
  readonly programName: Sourced<string>;
  readonly universityName: Sourced<string>;
  readonly supportEmail: Sourced<string>;
  /** Such as `#4d1979`; `null` is the product's own colors. */
  readonly brandColor: Sourced<string | null>;
  /** `null` is the product's own mark. */
  readonly logo: Sourced<Pick<Logo, "type" | "tag"> | null>;
  /** Whether the program has a name of its own, from a variable or from staff. */
  readonly isNamed: boolean;
}

/** What variables say of it; what is not there was not set. */
export interface BrandVariables {
  readonly programName?: string | undefined;
  readonly universityName?: string | undefined;
  readonly supportEmail?: string | undefined;
  readonly brandColor?: string | undefined;
  readonly logo?: Logo | undefined;
}

/** The specification's program. */
export const defaultBrand = {
  programName: "TCU",
  universityName: "Texas Christian University",
  supportEmail: "support@example.edu",
} as const;

export function brandOf(
  { supportEmail, brand }: ProgramSettings,
  variables: BrandVariables,
): ProgramBrand {
  const programName = pick(variables.programName, brand.programName, defaultBrand.programName);
  return {
    programName,
    universityName: pick(
      variables.universityName,
      brand.universityName,
      defaultBrand.universityName,
    ),
    supportEmail: pick(variables.supportEmail, supportEmail, defaultBrand.supportEmail),
    brandColor: pick<string | null>(variables.brandColor, brand.brandColor, null),
    logo: pick<Pick<Logo, "type" | "tag"> | null>(variables.logo, logoOf(brand), null),
    isNamed: programName.from !== "default",
  };
}

/** What counts, without who has set it. */
export function namesOf({ programName, universityName, supportEmail }: ProgramBrand) {
  return {
    programName: programName.value,
    universityName: universityName.value,
    supportEmail: supportEmail.value,
  };
}

/** The variable wins: what whoever hosts the service says of it, nobody changes in a browser. */
export function pick<T>(variable: T | undefined, set: T | null | undefined, usual: T): Sourced<T> {
  if (variable !== undefined) return { value: variable, from: "variable" };
  return set == null ? { value: usual, from: "default" } : { value: set, from: "staff" };
}

function logoOf({ logo }: BrandFacts) {
  return logo == null ? null : { type: "image/webp", tag: logo } as const;
}
