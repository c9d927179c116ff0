import { type ComponentProps, type ReactNode, useId } from "react";
import { ChevronDownIcon } from "./icons.tsx";

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export interface SelectProps extends ComponentProps<"select"> {
  readonly label: ReactNode;
  readonly options: readonly (SelectOption | string)[];
  /** The first option, which stands for no choice. */
  readonly placeholder?: string;
  readonly hint?: ReactNode;
  /** What is wrong with the choice; shown under the field and read with it. */
  readonly error?: string | undefined;
  /** Label and field in one row. */
  readonly inline?: boolean;
}

/** The browser's own select: it works without script, and the way the device does it. */
export function Select(props: SelectProps) {
  const { label, options, placeholder, hint, error, inline, id, ...select } = props;
  const ownId = useId();
  const fieldId = id ?? ownId;
  const described = [hint && `${fieldId}-hint`, error && `${fieldId}-error`].filter(Boolean);
  return (
    <div className={inline ? "field select select-inline" : "field select"}>
      <label className="field-label" htmlFor={fieldId}>{label}</label>
      <div className="select-box">
        <select
          {...select}
          id={fieldId}
          className="field-input select-input"
          aria-invalid={error ? true : undefined}
          aria-describedby={described.join(" ") || undefined}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) =>
            typeof option === "string" ? { value: option, label: option } : option
          )
            .map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
        </select>
        <ChevronDownIcon className="select-arrow" />
      </div>
      {hint && <p className="field-hint" id={`${fieldId}-hint`}>{hint}</p>}
      {error && <p className="field-error" id={`${fieldId}-error`}>{error}</p>}
    </div>
  );
}
