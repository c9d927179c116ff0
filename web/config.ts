import type { AdmissionRules } from "../api/config/admissions.ts";

/** What the one who hosts the site decides about it. */
export interface SiteConfig {
  /** Short name of the program, such as `TCU`. */
  readonly programName: string;
  readonly universityName: string;
  readonly supportEmail: string;
  /** Choosing the role cadre asks for the program's code. */
  readonly cadreCodeRequired: boolean;
  /** Who gets in. */
  readonly admission: AdmissionRules;
  /** How long a new password has to be at least. */
  readonly passwordMinLength: number;
  now(): Date;
}

/** The part of the configuration that pages and islands may show. */
export type Brand = Pick<SiteConfig, "programName" | "universityName" | "supportEmail">;

/** What the product is called on a page: `TCU Army ROTC Alumni Connect`. */
export function siteName({ programName }: Pick<Brand, "programName">): string {
  return `${programName} Army ROTC Alumni Connect`;
}
