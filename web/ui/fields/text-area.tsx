import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";

type TextAreaProps = Omit<ComponentProps<"textarea">, keyof FieldProps> & FieldProps;

/** A labelled text of several lines. Uncontrolled unless given a `value`. */
export function TextArea({ label, hint, error, id, ...area }: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, id }}>
      {(control) => (
        <textarea rows={5} {...area} {...control} className="field-input text-area-input" />
      )}
    </Field>
  );
}
