import { type ReactNode, useId } from "react";

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** Address of the tab, for browsers without script. */
  readonly href: string;
  readonly panel: ReactNode;
}

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly selected: Name;
}

/**
 * Links that, with `hydration/own-profile/tabs.ts`, are tabs. Radix's own tabs write `style` attributes on the server,
 * which the content security policy refuses.
 */
export function Tabs<Name extends string>({ label, tabs, selected }: TabsProps<Name>) {
  const id = useId();
  return (
    <div className="tabs">
      <div className="tabs-list" role="tablist" aria-label={label}>
        {tabs.map(({ name, label, href }) => (
          <a
            key={name}
            className="tabs-tab"
            role="tab"
            id={`${id}-${name}`}
            href={href}
            aria-selected={name === selected}
            aria-controls={`${id}-${name}-panel`}
          >
            {label}
          </a>
        ))}
      </div>
      {tabs.map(({ name, panel }) => (
        <div
          key={name}
          className="tabs-panel stack gap-4"
          role="tabpanel"
          id={`${id}-${name}-panel`}
          aria-labelledby={`${id}-${name}`}
          hidden={name !== selected}
        >
          {panel}
        </div>
      ))}
    </div>
  );
}
