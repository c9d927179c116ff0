import { type ChangeEvent, type MouseEvent, type ReactNode } from "react";
import { memo, startTransition, useEffect, useOptimistic, useRef, useState } from "react";

export interface CheckboxOption {
  readonly value: string;
  readonly label?: string | undefined;
  /** Number of matches. An option without any can't be chosen, only removed. */
  readonly count?: number | undefined;
}

interface CheckboxGroupProps {
  readonly legend: string;
  readonly name: string;
  readonly options: readonly CheckboxOption[];
  readonly selected: readonly string[];
  /** Without it, the group is part of a plain form. */
  readonly onToggle?: (value: string, isSelected: boolean) => void;
  /** Number of options shown at first; the others are folded. All by default. */
  readonly visible?: number;
  readonly layout?: "list" | "grid";
  /** Shown between the legend and the options. */
  readonly children?: ReactNode;
}

export function CheckboxGroup(props: CheckboxGroupProps) {
  const { legend, name, options, selected, onToggle, layout = "list", children } = props;
  const { visible = options.length } = props;
  const first = options.slice(0, visible);
  const others = options.slice(visible);
  // Unfolded if a hidden option is chosen, so that people who follow a link to it see it.
  const [isUnfolded, setUnfolded] = useState(() =>
    others.some(({ value }) => selected.includes(value))
  );
  const group = useRef<HTMLFieldSetElement>(null);
  const wasPressed = useRef(false);

  useEffect(() => {
    // The pressed element is gone, so the focus moves to its replacement.
    if (!wasPressed.current) return;
    wasPressed.current = false;
    const inputs = [
      ...group.current?.querySelectorAll<HTMLInputElement>("li input") ?? [],
    ];
    const next = isUnfolded ? inputs.slice(visible).find(({ disabled }) => !disabled) : undefined;
    (next ?? group.current?.querySelector<HTMLElement>("summary"))?.focus();
  }, [isUnfolded]);

  function handleFold(event: MouseEvent) {
    // Without script `details` unfolds by itself; with script, the button that folds the list is at
    // its end.
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
        // Opened in place, since rendering hundreds of choices again would be slow.
        <details
          className="checkbox-group-more"
          open={isUnfolded}
          // The browser's own search in the page unfolds it, too.
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

/**
 * Rendered only when it changes, since a panel has hundreds. Classes and ids on each would be a
 * fifth of the page.
 */
const Option = memo(function Option(
  { name, value, label = value, count, isSelected, onToggle }: OptionProps,
) {
  // The box changes immediately; the rest, such as a list of results, is rendered after.
  const [isChecked, check] = useOptimistic(isSelected);
  const state = onToggle ? { checked: isChecked } : { defaultChecked: isSelected };
  // The focused option stays; otherwise the next key would start at the top of the page.
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
      {/* Outside of the label, since the box's name must not change with each key. */}
      {count !== undefined && <span key={count}>{count}</span>}
    </li>
  );
});
