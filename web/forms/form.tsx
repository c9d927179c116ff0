import type { ReactNode } from "react";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { Callout } from "../ui/callout.tsx";
import type { CheckName } from "./account-checks.ts";
import { inOrderOf } from "./field-order.ts";
import { emptyForm, type FormState } from "./form-state.ts";

/** What a field of a form shows: the value it was sent with, and what was wrong with that. */
export interface FormField {
  readonly id: string;
  readonly name: string;
  readonly defaultValue: string | undefined;
  readonly error: string | undefined;
}

export interface FormProps {
  /** Names the form on its page; ids of its fields begin with it. */
  readonly id: string;
  readonly action: string;
  /** Names of its fields, as they stand on the page from top to bottom. */
  readonly fields: readonly string[];
  /** What was sent and refused. */
  readonly sent?: FormState | undefined;
  readonly className?: string;
  /** What is said when there is no answer, or one without a message. */
  readonly failed: { readonly title: string; readonly text: string };
  /** Rules by which its fields are checked when they are left. */
  readonly checks?: CheckName;
  /** What is typed must not be left behind by mistake. */
  readonly isGuarded?: boolean;
  /** The choice without which it cannot be sent. */
  readonly waitsFor?: string;
  /** How long the page stays once it was done. */
  readonly delayMs?: number;
  readonly children: (field: (name: string) => FormField) => ReactNode;
}

/**
 * Form that posts to a page's route. With script, `enhance.ts` sends it and swaps what comes back for the
 * `data-part` that it is in, which needs an id.
 */
export function Form(props: FormProps) {
  const { id, action, fields, sent = emptyForm, className, failed, children } = props;
  const idOf = (name: string) => `${id}-${name}`;
  const errors = Object.entries(inOrderOf(fields, sent.fields))
    .map(([name, message]) => ({ fieldId: idOf(name), message }));
  return (
    <form
      id={id}
      className={className}
      method="post"
      action={action}
      data-enhanced=""
      data-start={props.isGuarded || props.waitsFor ? "load" : undefined}
      data-failed-title={failed.title}
      data-failed-text={failed.text}
      data-checks={props.checks}
      data-guarded={props.isGuarded ? "" : undefined}
      data-waits={props.waitsFor}
      data-delay-ms={props.delayMs}
    >
      {sent.failure && (
        <Callout tone="danger" title={sent.failure.title}>{sent.failure.message}</Callout>
      )}
      <ErrorSummary errors={errors} attempt={0} />
      {children((name) => ({
        id: idOf(name),
        name,
        defaultValue: sent.values[name],
        error: sent.fields[name],
      }))}
    </form>
  );
}
