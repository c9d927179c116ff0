import type { ProgramBrand } from "../api/config/brand.ts";
import type { AdmissionRules } from "../events/program/admission.ts";
import type { EffectiveSettings } from "../api/config/effective-settings.ts";
import { pagePaths, paths } from "./paths.ts";

/** The part of the configuration that pages and islands may show. */
export type Brand =
  & Pick<ProgramBrand, "programName" | "universityName" | "supportEmail">
  & Partial<ProgramBrand>;

export interface SiteConfig extends Brand {
  /** Whether choosing the role cadre requires the program's code. */
  readonly cadreCodeRequired: boolean;
  readonly admission: AdmissionRules;
  now(): Date;
}

/** The current configuration. Staff's settings apply immediately. */
export function siteConfig(
  settings: Pick<EffectiveSettings, "brand" | "admission">,
  installation: Pick<SiteConfig, "cadreCodeRequired" | "now">,
): SiteConfig {
  return {
    ...installation,
    get programName() {
      return settings.brand().programName;
    },
    get universityName() {
      return settings.brand().universityName;
    },
    get supportEmail() {
      return settings.brand().supportEmail;
    },
    get brandColor() {
      return settings.brand().brandColor;
    },
    get logo() {
      return settings.brand().logo;
    },
    get admission() {
      return settings.admission();
    },
  };
}

/** The stylesheet's color without a brand color. */
export const defaultColor = "#4d1979";

export function logoAt({ logo }: Pick<Brand, "logo">): string | undefined {
  return logo && `${pagePaths.logo()}?v=${logo}`;
}

/** The site's icon in a browser's tab and on a phone: the logo, or the product's own mark. */
export function iconOf(brand: Pick<Brand, "logo">) {
  return {
    type: brand.logo === undefined ? "image/svg+xml" : "image/webp",
    src: logoAt(brand) ?? paths.icon(),
  };
}
