import { maxLogoBytes } from "../../../../../api/contract/limits.ts";
import { megabytes } from "../../../../../events/amounts.ts";
import type { ReactNode } from "react";
import type { SettingsView } from "../../../../../api/contract/settings.ts";
import type { ProgramBrand } from "../../../../../api/program/brand.ts";
import { brandStyle } from "../../../../brand-style.ts";
import { defaultColor, logoAt } from "../../../../config.ts";
import { ActionButton, ActionForm } from "../../../../forms/action-form.tsx";
import { fieldOf } from "../../../../forms/form-state.ts";
import { markup } from "../../../../markup.ts";
import { pagePaths } from "../../../../paths.ts";
import { BrandMark } from "../../../../ui/brand-mark.tsx";
import { Button } from "../../../../ui/button.tsx";
import { TextField, type TextFieldProps } from "../../../../ui/fields/text-field.tsx";
import { HowItLooks, ProgramCard, ProgramFrame } from "../../frame.tsx";
import { type SentProps, SettingField, wasOf } from "../form.tsx";
import type { SentSettings } from "../page.tsx";

export const textFields = ["programName", "universityName", "brandColor"] as const;

interface BrandPageProps {
  readonly settings: SettingsView;
  readonly brand: ProgramBrand;
  /** A refused form, or values to preview before they are saved (`does` is `preview`). */
  readonly sent?: SentSettings | undefined;
  /** Whether the password was confirmed lately. */
  readonly canUpload: boolean;
  readonly nonce: string | undefined;
}

export function BrandPage({ settings, brand, sent, canUpload, nonce }: BrandPageProps) {
  const logo = logoAt({ logo: brand.logo.value ?? undefined });
  const names = sent?.does === "logo" ? undefined : sent;
  return (
    <ProgramFrame current={pagePaths.programSettings()} sent={sent}>
      <ProgramCard title="Name and color" titleId="names-title">
        <p className="note">Every page and every email shows them.</p>
        <Names settings={settings} sent={names} />
        <HowItLooks
          title={sent?.does === "preview"
            ? "Preview: not saved yet"
            : "What the landing page looks like"}
        >
          <BrandPreview brand={brand} values={names?.values} wrong={names?.fields} nonce={nonce} />
        </HowItLooks>
      </ProgramCard>
      <ProgramCard id="logo" title="Logo" titleId="logo-title">
        <p className="note">
          A PNG, JPEG or WebP picture of at most{" "}
          {megabytes(maxLogoBytes)}. It appears small and square.
        </p>
        <p className="row gap-2">
          <BrandMark logo={logo} />{" "}
          {logo === undefined ? "The default mark is in use." : "Your logo is in use."}
        </p>
        <SettingField name="logo" from={brand.logo.from} fixed="A file on the server">
          <LogoForms
            hasLogo={brand.logo.from === "staff"}
            canUpload={canUpload}
            error={sent?.does === "logo" ? sent.fields.logo : undefined}
          />
        </SettingField>
      </ProgramCard>
    </ProgramFrame>
  );
}

function Names({ settings, sent }: SentProps & Pick<BrandPageProps, "settings">) {
  const { programName, universityName, brandColor } = settings;
  const shown = {
    programName: programName.set ?? "",
    universityName: universityName.set ?? "",
    brandColor: brandColor.set ?? defaultColor,
  };
  const setting = (name: keyof typeof shown, field: TextFieldProps, more?: ReactNode) => (
    <SettingField name={name} from={settings[name].from} fixed={settings[name].installation}>
      <TextField {...fieldOf(sent, name, shown[name])} autoComplete="off" {...field} />
      {more}
    </SettingField>
  );
  return (
    <form className="form stack" method="post" action={pagePaths.programBrand()}>
      <input type="hidden" name="does" value="brand" />
      <input type="hidden" name="was" value={wasOf(shown, sent)} />
      {setting("programName", {
        label: "Program name",
        maxLength: 100,
        placeholder: programName.installation,
        hint: "Short, such as UNT. Pages add “Army ROTC” to it.",
      })}
      {setting("universityName", {
        label: "University name",
        maxLength: 200,
        placeholder: universityName.installation,
      })}
      {setting(
        "brandColor",
        {
          defaultValue: sent?.values.brandColor || shown.brandColor,
          className: "brand-color",
          label: "Color",
          type: "color",
          hint: "For buttons, links and the top of the landing page. Light colors are hard to see.",
        },
        <label className="row gap-2">
          <input
            type="checkbox"
            className="checkbox-group-input"
            name="usesDefaultColor"
            defaultChecked={sent !== undefined && sent.values.brandColor === ""}
          />{" "}
          <span>Use the default colors instead</span>
        </label>,
      )}
      <div className="program-do row">
        <Button type="submit" variant="outline" formMethod="get">Preview</Button>
        <Button type="submit">Save name and color</Button>
      </div>
    </form>
  );
}

interface LogoFormsProps {
  readonly hasLogo: boolean;
  readonly canUpload: boolean;
  readonly error: string | undefined;
}

function LogoForms({ hasLogo, canUpload, error }: LogoFormsProps) {
  const action = pagePaths.programLogo();
  return (
    <>
      {canUpload
        ? (
          <form
            className="form stack"
            method="post"
            action={action}
            encType="multipart/form-data"
          >
            <TextField
              label="Picture"
              name="logo"
              type="file"
              accept="image/png,image/jpeg,image/webp"
              required
              error={error}
              autoFocus={error !== undefined}
            />
            <Button type="submit">Upload logo</Button>
          </form>
        )
        : (
          <ActionForm className="form stack" action={action} hidden={{ does: "confirm" }}>
            {error && <p className="field-error">{error}</p>}
            <Button type="submit">Change logo</Button>
          </ActionForm>
        )}
      {hasLogo && (
        <ActionButton action={action} does="remove" label="Remove logo" variant="outline" />
      )}
    </>
  );
}

interface BrandPreviewProps {
  readonly brand: ProgramBrand;
  /** Texts that may not be saved yet; wrong ones are ignored. */
  readonly values?: Readonly<Record<string, string>> | undefined;
  readonly wrong?: Readonly<Record<string, string>> | undefined;
  readonly nonce: string | undefined;
}

/** The top of the landing page, with values that are not saved yet. */
function BrandPreview({ brand, values = {}, wrong = {}, nonce }: BrandPreviewProps) {
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
