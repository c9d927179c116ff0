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
      <label className="field-label" htmlFor={fieldId}>{label}</label>
      {children({
        id: fieldId,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": described.join(" ") || undefined,
      })}
      {hint && <p className="field-hint" id={`${fieldId}-hint`}>{hint}</p>}
      {error && <p className="field-error" id={`${fieldId}-error`}>{error}</p>}
    </div>
  );
}
