import { Text } from "@radix-ui/themes";
import { type ComponentProps, useId } from "react";

type Control = Pick<
  ComponentProps<"input">,
  "name" | "checked" | "defaultChecked" | "disabled" | "onChange" | "ref"
>;

export interface SwitchProps extends Control {
  readonly label: string;
  readonly description?: string | undefined;
  /** Meanings of on and off. The current one is shown. */
  readonly meaning?: { readonly on: string; readonly off: string } | undefined;
  /** Outcome of pressing it, if that saves; empty at first. */
  readonly news?: string;
}

/**
 * A switch. It is a checkbox, so that forms send it without script. Radix's own switch writes a
 * `style` attribute on the server, which the content security policy refuses.
 */
export function Switch({ label, description, meaning, news, ...control }: SwitchProps) {
  const id = useId();
  const described = [description && `${id}-description`, meaning && `${id}-meaning`];

  return (
    <div className="switch">
      <input
        className="switch-input"
        type="checkbox"
        role="switch"
        {...control}
        id={id}
        value="true"
        // The saved value counts, rather than the browser's from an earlier visit.
        autoComplete={news === undefined ? undefined : "off"}
        aria-describedby={described.filter(Boolean).join(" ") || undefined}
      />
      {/* Always in the page; otherwise it would not be announced. */}
      {news !== undefined && <span className="switch-news" role="status">{news}</span>}
      <div className="switch-text">
        <label className="switch-label" htmlFor={id}>{label}</label>
        {description && (
          <Text as="p" id={`${id}-description`} className="switch-description">{description}</Text>
        )}
        {meaning && (
          // The stylesheet shows the current one immediately, even without script.
          <Text as="p" id={`${id}-meaning`} className="switch-meaning">
            <span className="switch-meaning-on">{meaning.on}</span>
            <span className="switch-meaning-off">{meaning.off}</span>
          </Text>
        )}
      </div>
    </div>
  );
}
