import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { ErrorSummary } from "../ui/fields/error-summary.tsx";
import { emptyForm, type FormState, inOrderOf } from "./form-state.ts";
import type { FormOf } from "./form-of.ts";
import { FailureToast } from "./form-failure.tsx";

/** Props of a field: the value that was sent, and what was wrong with it. */
export interface FormField {
  readonly id: string;
  readonly name: string;
  readonly defaultValue: string | undefined;
  readonly error: string | undefined;
  /** Whether one goes on there: the form was refused, and no field is wrong. */
  readonly autoFocus: boolean;
}

interface FormProps {
  /** Names the form on its page; ids of its fields begin with it. */
  readonly id: string;
  readonly action: string;
  /** Its fields, in their order on the page, and the name of its rules. */
  readonly of: Pick<FormOf<unknown>, "fields" | "name">;
  /** What was sent and refused. */
  readonly sent?: FormState | undefined;
  readonly className?: string;
  /** Whether leaving the page with unsaved input asks first. */
  readonly isGuarded?: boolean;
  /** Keeps what is typed in this tab, under this name, for people without an account. */
  readonly keeps?: string;
  /** Name of the choice that enables the button. */
  readonly waitsFor?: string;
  readonly children: (field: (name: string) => FormField) => ReactNode;
}

/** Form that posts to a page's route. The server's messages are shown, not the browser's. */
export function Form(props: FormProps) {
  const { id, action, of: { fields, name: checks }, sent = emptyForm, className, children } = props;
  const idOf = (name: string) => `${id}-${name}`;
  const errors = Object.entries(inOrderOf(fields, sent.fields))
    .map(([name, message]) => ({ fieldId: idOf(name), message }));
  // The field itself says it, and is gone to.
  const isOneField = fields.length === 1 && errors.length === 1 &&
    fields.every((name) => sent.fields[name] !== undefined);
  const firstEmpty = sent.failure && errors.length === 0
    ? fields.find((name) => !sent.values[name])
    : undefined;
  return (
    <form
      id={id}
      className={className}
      method="post"
      action={action}
      noValidate
      data-checks={checks}
      data-keeps={props.keeps}
      data-guarded={props.isGuarded ? "" : undefined}
      data-waits={props.waitsFor}
    >
      {!isOneField && (
        <>
          <FailureToast failure={sent.failure} />
          <ErrorSummary errors={errors} attempt={0} />
        </>
      )}
      {children((name) => ({
        id: idOf(name),
        name,
        defaultValue: sent.values[name],
        error: sent.fields[name],
        autoFocus: name === firstEmpty || isOneField,
      }))}
    </form>
  );
}

interface AccountFormProps extends FormProps {
  /** Label of the button, and its label while the form is being sent. */
  readonly submit: string;
  readonly pending?: string;
  /** A second button, which posts the same fields elsewhere. */
  readonly other?: { readonly label: string; readonly pending: string; readonly action: string };
}

export function AccountForm({ submit, pending, other, children, ...form }: AccountFormProps) {
  return (
    <Form className="account-form stack gap-4" {...form}>
      {(field) => (
        <>
          {children(field)}
          <Button type="submit" data-pending={pending} className="wide" size="3">{submit}</Button>
          {other && (
            <Button
              type="submit"
              formAction={other.action}
              data-pending={other.pending}
              className="wide"
              size="3"
              variant="outline"
            >
              {other.label}
            </Button>
          )}
        </>
      )}
    </Form>
  );
}
