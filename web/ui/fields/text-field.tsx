import { TextField as RadixTextField } from "@radix-ui/themes";
import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";

export type TextFieldProps =
  & Omit<ComponentProps<typeof RadixTextField.Root>, keyof FieldProps | "children">
  & FieldProps;

/** A labelled input with its hint and its message. Uncontrolled unless given a `value`. */
export function TextField({ label, hint, error, id, className, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, id, className }}>
      {(control) => <RadixTextField.Root size="3" type="text" {...input} {...control} />}
    </Field>
  );
}
