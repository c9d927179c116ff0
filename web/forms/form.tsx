import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { ErrorSummary } from "../ui/fields/error-summary.tsx";
import { emptyForm, type FormState, inOrderOf } from "./form-state.ts";
import type { FormOf } from "./form-of.ts";
import { FailureToast } from "./form-failure.tsx";

/** Props of a field: the sent value, and its error. */
export interface FormField {
  readonly id: string;
  readonly name: string;
  readonly defaultValue: string | undefined;
  readonly error: string | undefined;
  /** Whether it gets the focus: the form was refused, and no field is wrong. */
  readonly autoFocus: boolean;
}

interface FormProps {
  /** Name of the form on its page; ids of its fields begin with it. */
  readonly id: string;
  readonly action: string;
  /** Its fields in their order on the page, and the name of its rules. */
  readonly of: Pick<FormOf<unknown>, "fields" | "name">;
  /** The refused form. */
  readonly sent?: FormState | undefined;
  readonly className?: string;
  /** Whether leaving the page with unsaved input asks first. */
  readonly isGuarded?: boolean;
  /** Name under which typed values are kept in this tab, for people without an account. */
  readonly typedKey?: string;
  /** Name of the choice that enables the button. */
  readonly waitsFor?: string;
  readonly children: (field: (name: string) => FormField) => ReactNode;
}

/** A form that posts to a page's route. It shows the server's messages instead of the browser's. */
export function Form(props: FormProps) {
  const { id, action, of: { fields, name: checks }, sent = emptyForm, className, children } = props;
  const idOf = (name: string) => `${id}-${name}`;
  const errors = Object.entries(inOrderOf(fields, sent.fields))
    .map(([name, message]) => ({ fieldId: idOf(name), message }));
  // The field shows this message itself, and has the focus.
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
      data-typed-key={props.typedKey}
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
  /** The button's label, and its label while the form is being sent. */
  readonly submit: string;
  readonly pending?: string;
  /** A second button that posts the same fields elsewhere. */
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
