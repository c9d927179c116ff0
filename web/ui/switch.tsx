import { type ChangeEvent, useEffect, useId, useRef } from "react";

export interface SwitchProps {
  readonly label: string;
  readonly description?: string | undefined;
  /** What it means that it is on, and off; the one that is true shows. */
  readonly meaning?: { readonly on: string; readonly off: string } | undefined;
  readonly name?: string | undefined;
  /** Given together with `onChange`; `defaultChecked` stands for a plain form. */
  readonly checked?: boolean;
  readonly defaultChecked?: boolean;
  readonly disabled?: boolean;
  /** What became of the last change; an empty text while nothing was changed. */
  readonly news?: string | undefined;
  readonly onChange?: (checked: boolean) => void;
}

/**
 * On or off. A checkbox underneath, so that a form sends it without script; Radix's own switch
 * writes a `style` attribute on the server, which the content security policy refuses.
 */
export function Switch(props: SwitchProps) {
  const { label, description, meaning, name, checked, defaultChecked, disabled, news, onChange } =
    props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const described = [description && `${id}-description`, meaning && `${id}-meaning`];

  useEffect(() => {
    // Whoever was quicker than the script has turned it all the same.
    const isOn = input.current?.checked;
    if (isOn !== undefined && checked !== undefined && isOn !== checked) onChange?.(isOn);
  }, []);

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    onChange?.(event.target.checked);
  }

  return (
    <div className="switch">
      <input
        ref={input}
        className="switch-input"
        type="checkbox"
        role="switch"
        id={id}
        name={name}
        value="true"
        checked={checked}
        // What is saved decides, not what a browser remembers of an earlier visit.
        autoComplete={checked === undefined ? undefined : "off"}
        defaultChecked={defaultChecked}
        disabled={disabled}
        aria-describedby={described.filter(Boolean).join(" ") || undefined}
        onChange={handleChange}
      />
      {/* There from the beginning, or it would not be read out. */}
      {news !== undefined && <span className="switch-news" role="status">{news}</span>}
      <div className="switch-text">
        <label className="switch-label" htmlFor={id}>{label}</label>
        {description && <p className="switch-description" id={`${id}-description`}>{description}
        </p>}
        {meaning && (
          // The stylesheet shows the one that is true: also without script, as soon as it is turned.
          <p className="switch-meaning" id={`${id}-meaning`}>
            <span className="switch-meaning-on">{meaning.on}</span>
            <span className="switch-meaning-off">{meaning.off}</span>
          </p>
        )}
      </div>
    </div>
  );
}
