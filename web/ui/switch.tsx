import { useId } from "react";

export interface SwitchProps {
  readonly label: string;
  readonly description?: string | undefined;
  /** What it means that it is on, and off; the one that is true shows. */
  readonly meaning?: { readonly on: string; readonly off: string } | undefined;
  readonly name?: string | undefined;
  readonly defaultChecked?: boolean;
  readonly disabled?: boolean;
  /** What a script saves as soon as it is turned, and says beside it what became of that. */
  readonly saves?: string;
}

/**
 * On or off. A checkbox underneath, so that a form sends it without script; Radix's own switch
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
        // What is saved decides, not what a browser remembers of an earlier visit.
        autoComplete={saves && "off"}
        defaultChecked={defaultChecked}
        disabled={disabled}
        aria-describedby={described.filter(Boolean).join(" ") || undefined}
      />
      {/* There from the beginning, or it would not be read out. */}
      {saves && <span className="switch-news" role="status" />}
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
