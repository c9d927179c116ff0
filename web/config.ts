import type { AdmissionRules } from "../api/config/admissions.ts";
import type { Logo } from "../api/config/logo.ts";
import type { EffectiveSettings } from "../api/program/settings-view.ts";
import { pagePaths, paths } from "./paths.ts";

/** Settings by the person who hosts the site. */
export interface SiteConfig {
  /** Short name of the program, such as `TCU`. */
  readonly programName: string;
  readonly universityName: string;
  readonly supportEmail: string;
  /** A color that both themes are made from, such as `#4d1979`. */
  readonly brandColor?: string | undefined;
  /** Replaces the product's own mark. */
  readonly logo?: Pick<Logo, "type" | "tag"> | undefined;
  /** Whether choosing the role cadre asks for the program's code. */
  readonly cadreCodeRequired: boolean;
  readonly admission: AdmissionRules;
  readonly passwordMinLength: number;
  now(): Date;
}

/** The part of the configuration that pages and islands may show. */
export type Brand = Pick<
  SiteConfig,
  "programName" | "universityName" | "supportEmail" | "brandColor" | "logo"
>;

/** The current configuration: settings by staff apply at once. */
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

/** The stylesheet's color without a brand color. */
export const defaultColor = "#4d1979";

export function logoAt({ logo }: Pick<Brand, "logo">): string | undefined {
  return logo && `${pagePaths.logo()}?v=${logo.tag}`;
}

/** The site's icon in a browser's tab and on a phone: the logo, or the product's own mark. */
export function iconOf(brand: Pick<Brand, "logo">) {
  return { type: brand.logo?.type ?? "image/svg+xml", src: logoAt(brand) ?? paths.icon() };
}
