import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";
import { ChevronDownIcon } from "../icons.tsx";

interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export interface SelectProps extends Omit<ComponentProps<"select">, keyof FieldProps>, FieldProps {
  readonly options: readonly (SelectOption | string)[];
  /** The first option, for no choice. */
  readonly placeholder?: string;
  /** Whether label and field are in one row. */
  readonly inline?: boolean;
}

/**
 * The browser's own select, styled like Radix. It posts without script, and opens as the device
 * does.
 */
export function Select(props: SelectProps) {
  const { label, options, placeholder, hint, error, inline, id, ...select } = props;
  return (
    <Field
      {...{ label, hint, error, id }}
      className={inline ? "select select-inline" : "select"}
    >
      {(control) => (
        <div className="select-box">
          <select
            {...select}
            {...control}
            className="rt-reset rt-SelectTrigger rt-r-size-3 rt-variant-surface select-input"
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) =>
              typeof option === "string" ? { value: option, label: option } : option
            )
              .map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
          </select>
          <ChevronDownIcon className="select-arrow" />
        </div>
      )}
    </Field>
  );
}
