import { type MouseEvent, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { PlusIcon, TrashIcon } from "../../ui/member-icons.tsx";
import { controls, type EntryField } from "./form-values.ts";
import { entryWords, fieldId } from "./words.ts";

export interface EntryListProps {
  readonly name: EntryField;
  readonly entries: readonly string[];
  readonly error?: string | undefined;
  /** The heading right above says the same already. */
  readonly isLegendHidden?: boolean;
}

interface Row {
  readonly key: number;
  readonly text: string;
}

/**
 * Texts of which there can be any number. Its buttons send the form, which comes back with one entry
 * more or less; once hydrated, they need not.
 */
export function EntryList({ name, entries, error, isLegendHidden }: EntryListProps) {
  const { legend, one, example } = entryWords[name];
  const [rows, setRows] = useState<readonly Row[]>(() =>
    entries.map((text, key) => ({ key, text }))
  );
  const nextKey = useRef(entries.length);
  const group = useRef<HTMLFieldSetElement>(null);
  // An entry that was just added is what its owner wants to write in.
  const [added, setAdded] = useState<number>();

  function handleAdd(event: MouseEvent) {
    event.preventDefault();
    const key = nextKey.current++;
    setRows([...rows, { key, text: "" }]);
    setAdded(key);
  }

  function handleRemove(event: MouseEvent, removed: number) {
    event.preventDefault();
    setRows(rows.filter(({ key }) => key !== removed));
    // Its button goes with it: the focus goes on at the one that adds.
    group.current?.querySelector<HTMLElement>("[data-add]")?.focus();
  }

  return (
    <fieldset
      className="entry-list"
      id={fieldId(name)}
      ref={group}
      tabIndex={-1}
      aria-describedby={error ? `${fieldId(name)}-error` : undefined}
    >
      <legend className={isLegendHidden ? "visually-hidden" : "field-label"}>{legend}</legend>
      {error && <p className="field-error" id={`${fieldId(name)}-error`}>{error}</p>}
      {rows.length > 0 && (
        <ul className="entry-list-rows" role="list">
          {rows.map(({ key, text }, index) => (
            <li key={key} className="entry-list-row">
              <input
                type="text"
                className="field-input"
                name={name}
                defaultValue={text}
                placeholder={example}
                maxLength={200}
                aria-label={`${one} ${index + 1}`}
                ref={key === added ? focusOnce : undefined}
              />
              <Button
                type="submit"
                variant="ghost"
                formNoValidate
                name={controls.remove}
                value={`${name}:${index}`}
                aria-label={`Remove ${one} ${index + 1}`}
                onClick={(event) => handleRemove(event, key)}
              >
                <TrashIcon />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          type="submit"
          variant="soft"
          size="small"
          formNoValidate
          name={controls.add}
          value={name}
          data-add=""
          onClick={handleAdd}
        >
          <PlusIcon />
          {`Add ${one}`}
        </Button>
      </div>
    </fieldset>
  );
}

/** Declared here, so that React calls it when the input appears and not again. */
function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}
