import { Text, TextArea as RadixTextArea, TextField as RadixTextField } from "@radix-ui/themes";
import { type ComponentProps, type ReactNode, useId } from "react";

export interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** The value's error, shown below the control and read with it. */
  readonly error?: string | undefined;
  /** Id of the control. Ids of hint and message start with it. */
  readonly id?: string | undefined;
  readonly className?: string | undefined;
}

/** Attributes that connect a control to its label, hint and message. */
interface ControlProps {
  readonly id: string;
  readonly "aria-invalid": true | undefined;
  readonly "aria-describedby": string | undefined;
}

interface FieldOfProps extends FieldProps {
  readonly children: (control: ControlProps) => ReactNode;
}

export function Field({ label, hint, error, id, className, children }: FieldOfProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const described = [hint && `${fieldId}-hint`, error && `${fieldId}-error`].filter(Boolean);
  return (
    <div className={className ? `field ${className}` : "field"}>
      <Text as="label" size="2" weight="medium" className="field-label" htmlFor={fieldId}>
        {label}
      </Text>
      {children({
        id: fieldId,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": described.join(" ") || undefined,
      })}
      {hint && <Text as="p" size="2" color="gray" id={`${fieldId}-hint`}>{hint}</Text>}
      {error && <FieldError id={`${fieldId}-error`}>{error}</FieldError>}
    </div>
  );
}

/** A field's error, shown below it. */
export function FieldError({ id, children }: { readonly id?: string; readonly children: string }) {
  return (
    <Text as="p" size="2" weight="medium" color="red" className="field-error" id={id}>
      {children}
    </Text>
  );
}

export type TextFieldProps =
  & Omit<ComponentProps<typeof RadixTextField.Root>, keyof FieldProps | "children">
  & FieldProps;

/** A labeled input with its hint and its message. Uncontrolled unless it has a `value`. */
export function TextField({ label, hint, error, id, className, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, id, className }}>
      {(control) => <RadixTextField.Root size="3" type="text" {...input} {...control} />}
    </Field>
  );
}

type TextAreaProps = Omit<ComponentProps<typeof RadixTextArea>, keyof FieldProps> & FieldProps;

/** A labeled text of several lines. Uncontrolled unless it has a `value`. */
export function TextArea({ label, hint, error, id, ...area }: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, id }}>
      {(control) => <RadixTextArea size="3" rows={5} resize="vertical" {...area} {...control} />}
    </Field>
  );
}

type NativeFieldProps = Omit<ComponentProps<"input">, keyof FieldProps> & FieldProps;

/** A labeled input of a kind that Radix doesn't have: a file or a color. */
export function NativeField({ label, hint, error, id, className, ...input }: NativeFieldProps) {
  return (
    <Field {...{ label, hint, error, id, className }}>
      {(control) => <input {...input} {...control} className="native-input" />}
    </Field>
  );
}
