import { Text } from "@radix-ui/themes";
import { type ReactNode, useId } from "react";

export interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong with the value; shown under the control and read with it. */
  readonly error?: string | undefined;
  /** Id of the control; ids of hint and message begin with it. */
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

/** What is wrong with a field, below it. */
export function FieldError({ id, children }: { readonly id?: string; readonly children: string }) {
  return (
    <Text as="p" size="2" weight="medium" color="red" className="field-error" id={id}>
      {children}
    </Text>
  );
}
