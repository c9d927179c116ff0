import type { ProgramSettings } from "../../events/program/settings.ts";

/** The program's names and appearance, set by staff or default. */
export interface ProgramBrand {
  readonly programName: string;
  readonly universityName: string;
  readonly supportEmail: string;
  /** Such as `#4d1979`; the product's own colors without it. */
  readonly brandColor: string | undefined;
  /** Tag of the logo's picture; the product's own mark without it. */
  readonly logo: string | undefined;
}

/** The program of the specification. */
export const defaultBrand = {
  programName: "TCU",
  universityName: "Texas Christian University",
  supportEmail: "support@example.edu",
} as const;

export function brandOf({ brand, supportEmail }: ProgramSettings): ProgramBrand {
  return {
    programName: brand.programName ?? defaultBrand.programName,
    universityName: brand.universityName ?? defaultBrand.universityName,
    supportEmail: supportEmail ?? defaultBrand.supportEmail,
    brandColor: brand.brandColor ?? undefined,
    logo: brand.logo ?? undefined,
  };
}
