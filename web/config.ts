import type { AdmissionRules } from "../api/config/admissions.ts";
import type { Logo } from "../api/config/logo.ts";
import { pagePaths } from "./paths.ts";

/** What the one who hosts the site decides about it. */
export interface SiteConfig {
  /** Short name of the program, such as `TCU`. */
  readonly programName: string;
  readonly universityName: string;
  readonly supportEmail: string;
  /** A colour that both themes are made from, such as `#4d1979`. */
  readonly brandColor?: string | undefined;
  /** In place of the product's own mark. */
  readonly logo?: Logo | undefined;
  /** Choosing the role cadre asks for the program's code. */
  readonly cadreCodeRequired: boolean;
  /** Who gets in. */
  readonly admission: AdmissionRules;
  /** How long a new password has to be at least. */
  readonly passwordMinLength: number;
  now(): Date;
}

/** The part of the configuration that pages and islands may show. */
export interface Brand
  extends Pick<SiteConfig, "programName" | "universityName" | "supportEmail" | "brandColor"> {
  readonly logo?: Pick<Logo, "type" | "tag"> | undefined;
}

/** The brand as it is now, in plain JSON: a cached page has it in its key. */
export function brandOf(
  { programName, universityName, supportEmail, brandColor, logo }: Brand,
): Brand {
  return {
    programName,
    universityName,
    supportEmail,
    brandColor,
    logo: logo && { type: logo.type, tag: logo.tag },
  };
}

/** Where the logo is, if there is one. */
export function logoAt({ logo }: Pick<Brand, "logo">): string | undefined {
  return logo && `${pagePaths.logo()}?v=${logo.tag}`;
}

/** What the product is called on a page: `TCU Army ROTC Alumni Connect`. */
export function siteName({ programName }: Pick<Brand, "programName">): string {
  return `${programName} Army ROTC Alumni Connect`;
}
