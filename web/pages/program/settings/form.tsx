import type { ReactNode } from "react";
import {
  fixedText,
  type SettingName,
  type SettingsDeed,
  settingWords,
} from "../../../../api/contract/settings.ts";
import { ActionForm } from "../../../forms/action-form.tsx";
import type { FormState } from "../../../forms/form-state.ts";
import { pagePaths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";

/** What was sent, where it came back. */
export interface SentProps {
  readonly sent: FormState | undefined;
}

interface FormProps {
  readonly does: SettingsDeed;
  readonly label: string;
  /** What stands for it to somebody who hears one button after the other. */
  readonly accessibleLabel?: string;
  readonly id?: string;
  readonly variant?: "solid" | "outline" | "danger";
  /** What the fields of a form of several show at first, so that those that still do change nothing. */
  readonly was?: string;
  readonly children?: ReactNode;
}

/** What a form shows at first, as one text. */
export function wasOf(
  shown: Readonly<Record<string, string>>,
  sent: FormState | undefined,
): string {
  return sent?.values.was || new URLSearchParams(shown).toString();
}

/** A form of one setting, with its button. */
export function Form(
  { does, label, accessibleLabel, id, variant = "solid", was, children }: FormProps,
) {
  return (
    <ActionForm
      className="form stack"
      action={pagePaths.programSettings()}
      hidden={{ does, id, was }}
    >
      {children}
      <Button type="submit" variant={variant} aria-label={accessibleLabel}>{label}</Button>
    </ActionForm>
  );
}

interface FixedValueProps {
  readonly name: SettingName;
  readonly children: ReactNode;
}

/** In place of a field: a value that a variable of the server has set. */
export function FixedValue({ name, children }: FixedValueProps) {
  return (
    <div className="stack gap-1 breakable">
      <p className="strong">{settingWords[name].label}</p>
      <p>{children}</p>
      <p className="note">{fixedText(name)}.</p>
    </div>
  );
}
