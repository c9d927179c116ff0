import { FieldError, NativeField, TextField } from "../../../../ui/fields/field.tsx";
import { Button, Text } from "@radix-ui/themes";
import { maxLogoBytes } from "../../../../../api/contract/limits.ts";
import { megabytes } from "../../../../../events/amounts.ts";
import type { ProgramSettings } from "../../../../../events/program/settings.ts";
import { settingLabels } from "../../../../../api/contract/settings.ts";
import { defaultBrand, type ProgramBrand } from "../../../../../api/config/brand.ts";
import { brandStyle } from "../../../../brand-style.ts";
import { defaultColor, logoAt } from "../../../../config.ts";
import { ActionButton, ActionForm } from "../../../../forms/action-form.tsx";
import { fieldOf } from "../../../../forms/form-state.ts";
import { markup } from "../../../../markup.ts";
import { pagePaths } from "../../../../paths.ts";
import { BrandMark } from "../../../../ui/brand-mark.tsx";
import { HowItLooks, ProgramCard, ProgramFrame } from "../../frame.tsx";
import { initialValues, type SentProps } from "../form.tsx";
import type { SentSettings } from "../view.tsx";

export const textFields = ["programName", "universityName", "brandColor"] as const;

interface BrandPageProps {
  readonly settings: ProgramSettings;
  readonly brand: ProgramBrand;
  /** A refused form, or values to preview before they are saved (`does` is `preview`). */
  readonly sent?: SentSettings | undefined;
  /** Whether the password was checked recently. */
  readonly canUpload: boolean;
  readonly nonce: string | undefined;
}

export function BrandPage({ settings, brand, sent, canUpload, nonce }: BrandPageProps) {
  const logo = logoAt(brand);
  const names = sent?.does === "logo" ? undefined : sent;
  return (
    <ProgramFrame current={pagePaths.programSettings()} sent={sent}>
      <ProgramCard title="Name and color" titleId="names-title">
        <Text as="p" size="2" color="gray">Every page and every email shows them.</Text>
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
        <Text as="p" size="2" color="gray">
          A PNG, JPEG or WebP picture of at most{" "}
          {megabytes(maxLogoBytes)}. It appears small and square.
        </Text>
        <Text as="p" className="row gap-2">
          <BrandMark logo={logo} />{" "}
          {logo === undefined ? "The default mark is in use." : "Your logo is in use."}
        </Text>
        <LogoForms
          hasLogo={logo !== undefined}
          canUpload={canUpload}
          error={sent?.does === "logo" ? sent.fields.logo : undefined}
        />
      </ProgramCard>
    </ProgramFrame>
  );
}

function Names({ settings, sent }: SentProps & Pick<BrandPageProps, "settings">) {
  const { programName, universityName, brandColor } = settings.brand;
  const shown = {
    programName: programName ?? "",
    universityName: universityName ?? "",
    brandColor: brandColor ?? defaultColor,
  };
  const setting = (name: keyof typeof shown) => ({
    ...fieldOf(sent, name, shown[name]),
    label: settingLabels[name],
    autoComplete: "off",
  });
  return (
    <form className="form stack" method="post" action={pagePaths.programBrand()}>
      <input type="hidden" name="does" value="brand" />
      <input type="hidden" name="was" value={initialValues(shown, sent)} />
      <TextField
        {...setting("programName")}
        maxLength={100}
        placeholder={defaultBrand.programName}
        hint="Short, such as UNT. Pages add “Army ROTC” to it."
      />
      <TextField
        {...setting("universityName")}
        maxLength={200}
        placeholder={defaultBrand.universityName}
      />
      <NativeField
        {...setting("brandColor")}
        defaultValue={sent?.values.brandColor || shown.brandColor}
        className="brand-color"
        type="color"
        hint="For buttons, links and the top of the landing page. Light colors are hard to see."
      />
      <label className="row gap-2">
        <input
          type="checkbox"
          name="usesDefaultColor"
          defaultChecked={sent !== undefined && sent.values.brandColor === ""}
        />{" "}
        <span>Use the default colors instead</span>
      </label>
      <div className="program-do row">
        <Button type="submit" formMethod="get" size="3" variant="outline">Preview</Button>
        <Button type="submit" size="3">Save name and color</Button>
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
            <NativeField
              label="Picture"
              name="logo"
              type="file"
              accept="image/png,image/jpeg,image/webp"
              required
              error={error}
              autoFocus={error !== undefined}
            />
            <Button type="submit" size="3">Upload logo</Button>
          </form>
        )
        : (
          <ActionForm className="form stack" action={action} hidden={{ does: "confirm" }}>
            {error && <FieldError>{error}</FieldError>}
            <Button type="submit" size="3">Change logo</Button>
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
  /** Texts that may not be saved yet; invalid ones are ignored. */
  readonly values?: Readonly<Record<string, string>> | undefined;
  readonly wrong?: Readonly<Record<string, string>> | undefined;
  readonly nonce: string | undefined;
}

/** The top of the landing page with unsaved values. */
function BrandPreview({ brand, values = {}, wrong = {}, nonce }: BrandPreviewProps) {
  const textOf = (name: "programName" | "universityName") =>
    wrong[name] === undefined && values[name] || brand[name];
  const typed = values.brandColor;
  const isTyped = typed !== undefined && wrong.brandColor === undefined;
  const color = (isTyped ? typed : brand.brandColor) || defaultColor;
  const program = textOf("programName");
  return (
    <div className="brand-preview">
      <style nonce={nonce} {...markup(brandStyle(color, ".brand-preview"))} />
      <Text as="p" className="brand-preview-bar">
        <BrandMark logo={logoAt(brand)} />
        <span>
          <strong>{program} Army ROTC</strong>
          <br />
          Alumni Connect
        </span>
      </Text>
      <div className="hero brand-preview-hero stack gap-4 breakable start">
        <Text as="p" className="brand-preview-title">Connect with {program} Army ROTC Alumni</Text>
        <Text as="p" className="hero-subtitle">
          A privacy-first mentorship platform for {program}{" "}
          Army ROTC cadets: find the alumni and cadre who have been where you are going.
        </Text>
        <Button asChild size="4" className="hero-action">
          <span>Browse Directory</span>
        </Button>
      </div>
      <Text as="p" className="brand-preview-bar">
        <span>
          <strong>{program} Army ROTC</strong>
          <br />
          {textOf("universityName")}
        </span>
      </Text>
    </div>
  );
}
