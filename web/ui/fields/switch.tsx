import { useId } from "react";

interface SwitchProps {
  readonly label: string;
  readonly description?: string | undefined;
  /** Meanings of on and off; the current one is shown. */
  readonly meaning?: { readonly on: string; readonly off: string } | undefined;
  readonly name?: string | undefined;
  readonly defaultChecked?: boolean;
  readonly disabled?: boolean;
  /** Name of the setting that a script saves when the switch is pressed; the script shows the result beside it. */
  readonly saves?: string;
}

/**
 * A switch. It is a checkbox, so that forms send it without script; Radix's own switch
 * writes a `style` attribute on the server, which the content security policy refuses.
 */
export function Switch(props: SwitchProps) {
  const { label, description, meaning, name, defaultChecked, disabled, saves } = props;
  const id = useId();
  const described = [description && `${id}-description`, meaning && `${id}-meaning`];

  return (
    <div className="switch">
      <input
        className="switch-input"
        type="checkbox"
        role="switch"
        id={id}
        name={name}
        value="true"
        data-saves={saves}
        // The saved value counts, not what a browser remembers from an earlier visit.
        autoComplete={saves && "off"}
        defaultChecked={defaultChecked}
        disabled={disabled}
        aria-describedby={described.filter(Boolean).join(" ") || undefined}
      />
      {/* Always in the page, or it would not be read out. */}
      {saves && <span className="switch-news" role="status" />}
      <div className="switch-text">
        <label className="switch-label" htmlFor={id}>{label}</label>
        {description && <p className="switch-description" id={`${id}-description`}>{description}
        </p>}
        {meaning && (
          // The stylesheet shows the current one at once, even without script.
          <p className="switch-meaning" id={`${id}-meaning`}>
            <span className="switch-meaning-on">{meaning.on}</span>
            <span className="switch-meaning-off">{meaning.off}</span>
          </p>
        )}
      </div>
    </div>
  );
}
