import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef } from "react";
import { useHasScript } from "./has-script.ts";

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** Where the tab leads without script. */
  readonly href: string;
}

export interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly selected: Name;
  readonly onSelect: (name: Name) => void;
  /** The selected tab's panel. */
  readonly children: ReactNode;
}

/**
 * Links that, once there is script, are tabs: arrow keys move between them and choose. Radix's own
 * tabs write `style` attributes on the server, which the content security policy refuses.
 *
 * @see {@link https://www.w3.org/WAI/ARIA/apg/patterns/tabs/} for the keys.
 */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, selected, onSelect, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // Without script there are no arrow keys: every link has to be reached by itself.
  const hasScript = useHasScript();

  function handleClick(event: MouseEvent, name: Name) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onSelect(name);
  }

  function handleKeyDown(event: KeyboardEvent) {
    const from = tabs.findIndex(({ name }) => name === selected);
    const to = neighbour(event.key, from, tabs.length);
    const tab = to === undefined ? undefined : tabs[to];
    if (tab === undefined) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.name}"]`)?.focus();
    onSelect(tab.name);
  }

  return (
    <div className="tabs">
      <div className="tabs-list" role="tablist" aria-label={label} ref={list}>
        {tabs.map(({ name, label, href }) => (
          <a
            key={name}
            className="tabs-tab"
            role="tab"
            id={`${id}-${name}`}
            data-tab={name}
            href={href}
            aria-selected={name === selected}
            aria-controls={name === selected ? `${id}-panel` : undefined}
            tabIndex={hasScript && name !== selected ? -1 : 0}
            onClick={(event) => handleClick(event, name)}
            onKeyDown={handleKeyDown}
          >
            {label}
          </a>
        ))}
      </div>
      <div
        className="tabs-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
      >
        {children}
      </div>
    </div>
  );
}

function neighbour(key: string, from: number, count: number): number | undefined {
  if (key === "ArrowRight") return (from + 1) % count;
  if (key === "ArrowLeft") return (from + count - 1) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}
