import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";

export type NativeFieldProps = Omit<ComponentProps<"input">, keyof FieldProps> & FieldProps;

/** A labelled input of a kind that Radix has none for: a file or a color. */
export function NativeField({ label, hint, error, id, className, ...input }: NativeFieldProps) {
  return (
    <Field {...{ label, hint, error, id, className }}>
      {(control) => <input {...input} {...control} className="native-input" />}
    </Field>
  );
}
