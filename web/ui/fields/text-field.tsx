import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";

export type TextFieldProps = Omit<ComponentProps<"input">, keyof FieldProps> & FieldProps;

/** A labelled input with its hint and its message. Uncontrolled unless given a `value`. */
export function TextField({ label, hint, error, id, className, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, id, className }}>
      {(control) => <input type="text" {...input} {...control} className="field-input" />}
    </Field>
  );
}
