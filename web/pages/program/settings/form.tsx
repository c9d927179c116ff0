import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { SettingsAction } from "../../../../api/contract/settings.ts";
import { ActionForm } from "../../../forms/action-form.tsx";
import type { FormState } from "../../../forms/form-state.ts";
import { pagePaths } from "../../../paths.ts";

export interface SentProps {
  readonly sent: FormState | undefined;
}

export function initialValues(
  shown: Readonly<Record<string, string>>,
  sent: FormState | undefined,
): string {
  return sent?.values.was || new URLSearchParams(shown).toString();
}

interface FormProps {
  readonly does: SettingsAction;
  readonly label: string;
  /** Initial values of the fields, in a form with several: unchanged fields are not saved. */
  readonly was?: string;
  readonly children: ReactNode;
}

export function Form({ does, label, was, children }: FormProps) {
  return (
    <ActionForm className="form stack" action={pagePaths.programSettings()} hidden={{ does, was }}>
      {children}
      <Button type="submit" size="3">{label}</Button>
    </ActionForm>
  );
}
