import { type ChangeEvent, type MouseEvent, type ReactNode } from "react";
import { memo, startTransition, useEffect, useOptimistic, useRef, useState } from "react";

export interface CheckboxOption {
  readonly value: string;
  readonly label?: string | undefined;
  /** How many there are of it. An option with none can be chosen no more, only given up. */
  readonly count?: number | undefined;
}

export interface CheckboxGroupProps {
  readonly legend: string;
  readonly name: string;
  readonly options: readonly CheckboxOption[];
  readonly selected: readonly string[];
  /** Without it the group is part of a plain form. */
  readonly onToggle?: (value: string, isSelected: boolean) => void;
  /** How many options show at first; the others unfold. All of them unless told. */
  readonly visible?: number;
  readonly layout?: "list" | "grid";
  /** Shown between the legend and the options. */
  readonly children?: ReactNode;
}

/** Choices of which any number can be made. */
export function CheckboxGroup(props: CheckboxGroupProps) {
  const { legend, name, options, selected, onToggle, layout = "list", children } = props;
  const { visible = options.length } = props;
  const first = options.slice(0, visible);
  const others = options.slice(visible);
  // People who follow a link to a chosen option see it.
  const [isUnfolded, setUnfolded] = useState(() =>
    others.some(({ value }) => selected.includes(value))
  );
  const group = useRef<HTMLFieldSetElement>(null);
  const wasPressed = useRef(false);

  useEffect(() => {
    // What was pressed is gone: the focus goes on with what came in its place.
    if (!wasPressed.current) return;
    wasPressed.current = false;
    const inputs = [
      ...group.current?.querySelectorAll<HTMLInputElement>("li input") ?? [],
    ];
    const next = isUnfolded ? inputs.slice(visible).find(({ disabled }) => !disabled) : undefined;
    (next ?? group.current?.querySelector<HTMLElement>("summary"))?.focus();
  }, [isUnfolded]);

  function handleFold(event: MouseEvent) {
    // Without script `details` unfolds by itself; with it the list ends in the fold.
    event.preventDefault();
    wasPressed.current = true;
    setUnfolded(!isUnfolded);
  }

  const list = (options: readonly CheckboxOption[]) => (
    <ul className={`checkbox-group-${layout}`} role="list">
      {options.map((option) => (
        <Option
          key={option.value}
          {...option}
          name={name}
          isSelected={selected.includes(option.value)}
          onToggle={onToggle}
        />
      ))}
    </ul>
  );

  return (
    <fieldset
      className="checkbox-group"
      data-unfolded={others.length > 0 && isUnfolded || undefined}
      ref={group}
    >
      <legend className="checkbox-group-legend">{legend}</legend>
      {children}
      {list(first)}
      {others.length > 0 && (
        // Opened in place: rendering hundreds of choices again would be slow.
        <details
          className="checkbox-group-more"
          open={isUnfolded}
          // A search of the browser's own unfolds it, too.
          onToggle={(event) => setUnfolded(event.currentTarget.open)}
        >
          <summary className="checkbox-group-fold" onClick={handleFold}>
            <span className="checkbox-group-closed">Show {others.length} more</span>
            <span className="checkbox-group-open">Show fewer</span>
          </summary>
          {list(others)}
        </details>
      )}
      {others.length > 0 && isUnfolded && (
        <button
          type="button"
          className="checkbox-group-fold checkbox-group-scripted with-script"
          onClick={handleFold}
        >
          Show fewer
        </button>
      )}
    </fieldset>
  );
}

interface OptionProps extends CheckboxOption {
  readonly name: string;
  readonly isSelected: boolean;
  readonly onToggle: CheckboxGroupProps["onToggle"];
}

/** Rendered only when it changes: a panel has hundreds of them. Classes and ids on each would be a fifth of the page. */
const Option = memo(function Option(
  { name, value, label = value, count, isSelected, onToggle }: OptionProps,
) {
  // The box answers at once; what follows from it, such as a list of results, is drawn after.
  const [isChecked, check] = useOptimistic(isSelected);
  const state = onToggle ? { checked: isChecked } : { defaultChecked: isSelected };
  // What has the focus keeps it, or the next key would start over at the top of the page.
  const [hasFocus, setFocus] = useState(false);

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const { checked } = event.target;
    if (onToggle === undefined) return;
    startTransition(() => {
      check(checked);
      onToggle(value, checked);
    });
  }

  return (
    <li>
      <label>
        <input
          type="checkbox"
          name={name}
          value={value}
          {...state}
          disabled={count === 0 && !isChecked && !hasFocus}
          aria-description={count?.toString()}
          onChange={handleChange}
          onFocus={() => setFocus(true)}
          onBlur={() => setFocus(false)}
        />
        {label}
      </label>
      {/* Not in the label: a name that changes with each key would be another box's. */}
      {count !== undefined && <span>{count}</span>}
    </li>
  );
});
