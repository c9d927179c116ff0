import type { AdmissionRules } from "../api/config/admissions.ts";
import type { Logo } from "../api/config/logo.ts";
import type { EffectiveSettings } from "../api/program/settings.ts";
import { pagePaths, paths } from "./paths.ts";

/** What the one who hosts the site decides about it. */
export interface SiteConfig {
  /** Short name of the program, such as `TCU`. */
  readonly programName: string;
  readonly universityName: string;
  readonly supportEmail: string;
  /** A color that both themes are made from, such as `#4d1979`. */
  readonly brandColor?: string | undefined;
  /** In place of the product's own mark. */
  readonly logo?: Pick<Logo, "type" | "tag"> | undefined;
  /** Choosing the role cadre asks for the program's code. */
  readonly cadreCodeRequired: boolean;
  /** Who gets in. */
  readonly admission: AdmissionRules;
  /** How long a new password has to be at least. */
  readonly passwordMinLength: number;
  now(): Date;
}

/** The part of the configuration that pages and islands may show. */
export type Brand = Pick<
  SiteConfig,
  "programName" | "universityName" | "supportEmail" | "brandColor" | "logo"
>;

/** The configuration as it is now, at each look: what staff set counts at once. */
export function siteConfig(
  settings: Pick<EffectiveSettings, "brand" | "admission">,
  installation: Pick<SiteConfig, "cadreCodeRequired" | "passwordMinLength" | "now">,
): SiteConfig {
  return {
    ...installation,
    get programName() {
      return settings.brand().programName.value;
    },
    get universityName() {
      return settings.brand().universityName.value;
    },
    get supportEmail() {
      return settings.brand().supportEmail.value;
    },
    get brandColor() {
      return settings.brand().brandColor.value ?? undefined;
    },
    get logo() {
      return settings.brand().logo.value ?? undefined;
    },
    get admission() {
      return settings.admission();
    },
  };
}

/** What the stylesheet has without a brand color. */
export const defaultColor = "#4d1979";

/** Where the logo is, if there is one. */
export function logoAt({ logo }: Pick<Brand, "logo">): string | undefined {
  return logo && `${pagePaths.logo()}?v=${logo.tag}`;
}

/** What stands for the site in a browser's tab, and on a phone: the logo, or the product's own mark. */
export function iconOf(brand: Pick<Brand, "logo">) {
  return { type: brand.logo?.type ?? "image/svg+xml", src: logoAt(brand) ?? paths.icon() };
}

/** What the product is called on a page: `TCU Army ROTC Alumni Connect`. */
export function siteName({ programName }: Pick<Brand, "programName">): string {
  return `${programName} Army ROTC Alumni Connect`;
}
