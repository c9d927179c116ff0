import { TextArea as RadixTextArea } from "@radix-ui/themes";
import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";

type TextAreaProps = Omit<ComponentProps<typeof RadixTextArea>, keyof FieldProps> & FieldProps;

/** A labelled text of several lines. Uncontrolled unless given a `value`. */
export function TextArea({ label, hint, error, id, ...area }: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, id }}>
      {(control) => <RadixTextArea size="3" rows={5} resize="vertical" {...area} {...control} />}
    </Field>
  );
}
