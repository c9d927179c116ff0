import type { ReactNode } from "react";
import {
  fixedText,
  type SettingName,
  type SettingsAction,
  type SettingsView,
  settingWords,
} from "../../../../api/contract/settings.ts";
import { ActionForm } from "../../../forms/action-form.tsx";
import type { FormState } from "../../../forms/form-state.ts";
import { pagePaths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";

export interface SentProps {
  readonly sent: FormState | undefined;
}

export function wasOf(
  shown: Readonly<Record<string, string>>,
  sent: FormState | undefined,
): string {
  return sent?.values.was || new URLSearchParams(shown).toString();
}

interface FormProps {
  readonly does: SettingsAction;
  readonly label: string;
  /** First values of the fields, in a form of several: unchanged fields are not saved. */
  readonly was?: string;
  readonly children: ReactNode;
}

export function Form({ does, label, was, children }: FormProps) {
  return (
    <ActionForm className="form stack" action={pagePaths.programSettings()} hidden={{ does, was }}>
      {children}
      <Button type="submit">{label}</Button>
    </ActionForm>
  );
}

interface SettingFieldProps {
  readonly name: SettingName;
  readonly from: SettingsView["programName"]["from"];
  /** Value that a variable of the server has set, shown in place of the field. */
  readonly fixed: ReactNode;
  readonly children: ReactNode;
}

/** A field that staff can change unless a variable of the server has set it. */
export function SettingField({ name, from, fixed, children }: SettingFieldProps) {
  if (from !== "variable") return children;
  return (
    <div className="stack gap-1 breakable">
      <p className="strong">{settingWords[name].label}</p>
      <p>{fixed}</p>
      <p className="note">{fixedText(name)}.</p>
    </div>
  );
}
