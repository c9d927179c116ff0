import { type ComponentProps, type ReactNode, useId } from "react";

export interface TextAreaProps extends ComponentProps<"textarea"> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong with the text; shown under the field and read with it. */
  readonly error?: string | undefined;
}

/** A labelled text of several lines. Uncontrolled unless given a `value`. */
export function TextArea({ label, hint, error, id, ...area }: TextAreaProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const described = [hint && `${fieldId}-hint`, error && `${fieldId}-error`].filter(Boolean);
  return (
    <div className="field text-area">
      <label className="field-label" htmlFor={fieldId}>{label}</label>
      <textarea
        rows={5}
        {...area}
        id={fieldId}
        className="field-input text-area-input"
        aria-invalid={error ? true : undefined}
        aria-describedby={described.join(" ") || undefined}
      />
      {hint && <p className="field-hint" id={`${fieldId}-hint`}>{hint}</p>}
      {error && <p className="field-error" id={`${fieldId}-error`}>{error}</p>}
    </div>
  );
}
