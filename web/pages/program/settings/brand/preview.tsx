import type { ProgramBrand } from "../../../../../api/program/brand.ts";
import { brandStyle } from "../../../../brand-style.ts";
import { defaultColor, logoAt } from "../../../../config.ts";
import { markup } from "../../../../markup.ts";
import { BrandMark } from "../../../../ui/brand-mark.tsx";

interface BrandPreviewProps {
  readonly brand: ProgramBrand;
  /** Texts that may not be saved yet; wrong ones are ignored. */
  readonly values?: Readonly<Record<string, string>> | undefined;
  readonly wrong?: Readonly<Record<string, string>> | undefined;
  readonly nonce: string | undefined;
}

/** The top of the landing page, with values that are not saved yet. */
export function BrandPreview({ brand, values = {}, wrong = {}, nonce }: BrandPreviewProps) {
  const textOf = (name: "programName" | "universityName") =>
    wrong[name] === undefined && brand[name].from !== "variable" && values[name] ||
    brand[name].value;
  const typed = values.brandColor;
  const isTyped = typed !== undefined && wrong.brandColor === undefined &&
    brand.brandColor.from !== "variable";
  const color = (isTyped ? typed : brand.brandColor.value) || defaultColor;
  const program = textOf("programName");
  return (
    <div className="brand-preview">
      <style nonce={nonce} {...markup(brandStyle(color, ".brand-preview"))} />
      <p className="brand-preview-bar">
        <BrandMark logo={logoAt({ logo: brand.logo.value ?? undefined })} />
        <span>
          <strong>{program} Army ROTC</strong>
          <br />
          Alumni Connect
        </span>
      </p>
      <div className="hero brand-preview-hero stack gap-4 breakable start">
        <p className="brand-preview-title">Connect with {program} Army ROTC Alumni</p>
        <p className="hero-subtitle">
          A privacy-first mentorship platform for {program}{" "}
          Army ROTC cadets: find the alumni and cadre who have been where you are going.
        </p>
        <span className="button button-solid button-large hero-action">Browse Directory</span>
      </div>
      <p className="brand-preview-bar">
        <span>
          <strong>{program} Army ROTC</strong>
          <br />
          {textOf("universityName")}
        </span>
      </p>
    </div>
  );
}
