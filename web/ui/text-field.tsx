import { type ComponentProps, type ReactNode, useId } from "react";

export interface TextFieldProps extends ComponentProps<"input"> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong with the value; shown under the field and read with it. */
  readonly error?: string | undefined;
}

/** A labelled input with its hint and its message. Uncontrolled unless given a `value`. */
export function TextField({ label, hint, error, id, className, ...input }: TextFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const described = [hint && `${fieldId}-hint`, error && `${fieldId}-error`].filter(Boolean);
  return (
    <div className={className ? `field ${className}` : "field"}>
      <label className="field-label" htmlFor={fieldId}>{label}</label>
      <input
        type="text"
        {...input}
        id={fieldId}
        className="field-input"
        aria-invalid={error ? true : undefined}
        aria-describedby={described.join(" ") || undefined}
      />
      {hint && <p className="field-hint" id={`${fieldId}-hint`}>{hint}</p>}
      {error && <p className="field-error" id={`${fieldId}-error`}>{error}</p>}
    </div>
  );
}
