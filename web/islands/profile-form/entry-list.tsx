import { FieldError } from "../../ui/fields/field.tsx";
import { Button, IconButton, Text, TextField } from "@radix-ui/themes";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { PlusIcon, TrashIcon } from "../../ui/icons.tsx";
import { afterPaint } from "../../hydration/after-paint.ts";
import { type EntryField, entryField } from "../../../events/members/profile-fields.ts";
import { controls } from "./form-values.ts";
import { fieldId } from "./words.ts";

interface EntryListProps {
  readonly name: EntryField;
  readonly entries: readonly string[];
  readonly error?: string | undefined;
  /** Whether to hide the legend, since the heading above says the same. */
  readonly isLegendHidden?: boolean;
  /** Called once an entry was added or removed. */
  readonly onCount?: (() => void) | undefined;
}

interface EntryRow {
  readonly key: number;
  readonly text: string;
}

/**
 * A list of any number of texts. Without script, its buttons post the form, and the answer has one
 * entry more or less. Once hydrated, they change the list in place.
 */
export function EntryList({ name, entries, error, isLegendHidden, onCount }: EntryListProps) {
  const { label: legend, one, example } = entryField[name];
  const [rows, setRows] = useState<readonly EntryRow[]>(() =>
    entries.map((text, key) => ({ key, text }))
  );
  const nextKey = useRef(entries.length);
  const group = useRef<HTMLFieldSetElement>(null);
  const [news, setNews] = useState("");
  // Index of the row to focus after the next render. Without such a row, the button that adds one.
  const focusOn = useRef<number | "add">(undefined);

  useEffect(() => {
    if (focusOn.current === undefined) return;
    const wanted = focusOn.current === "add" ? "[data-add]" : `[data-entry="${focusOn.current}"]`;
    focusOn.current = undefined;
    group.current?.querySelector<HTMLElement>(wanted)?.focus();
    // The row is rendered first, since the callback reads the whole form.
    if (onCount !== undefined) void afterPaint().then(onCount);
  }, [rows]);

  function addAt(index: number) {
    const key = nextKey.current++;
    focusOn.current = key;
    setRows([...rows.slice(0, index), { key, text: "" }, ...rows.slice(index)]);
    setNews(`${one} ${index + 1} added`);
  }

  function handleAdd(event: MouseEvent) {
    event.preventDefault();
    addAt(rows.length);
  }

  /** Enter moves on to the next entry, as in any typed list. */
  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>, index: number) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (event.currentTarget.value.trim() !== "") addAt(index + 1);
  }

  function handleRemove(event: MouseEvent, index: number) {
    event.preventDefault();
    const left = rows.filter((_, at) => at !== index);
    // The focused button is removed with its row, so the next row gets the focus, or the previous
    // one.
    focusOn.current = (left[index] ?? left.at(-1))?.key ?? "add";
    setRows(left);
    setNews(`${one} ${index + 1} removed, ${left.length} left`);
  }

  return (
    <fieldset
      className="entry-list stack"
      id={fieldId(name)}
      ref={group}
      tabIndex={-1}
      aria-describedby={error ? `${fieldId(name)}-error` : undefined}
    >
      <legend className={isLegendHidden ? "visually-hidden" : "field-label"}>{legend}</legend>
      {error && <FieldError id={`${fieldId(name)}-error`}>{error}</FieldError>}
      {rows.length > 0 && (
        <ul className="stack gap-2" role="list">
          {rows.map(({ key, text }, index) => (
            <li key={key} className="entry-list-row">
              <TextField.Root
                size="3"
                type="text"
                name={name}
                defaultValue={text}
                placeholder={example}
                maxLength={200}
                aria-label={`${one} ${index + 1}`}
                data-entry={key}
                onKeyDown={(event) => handleKeyDown(event, index)}
              />
              <IconButton
                type="submit"
                formNoValidate
                name={controls.remove}
                value={`${name}:${index}`}
                aria-label={`Remove ${one} ${index + 1}`}
                onClick={(event) => handleRemove(event, index)}
                size="3"
                variant="ghost"
              >
                <TrashIcon />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          type="submit"
          formNoValidate
          name={controls.add}
          value={name}
          data-add=""
          onClick={handleAdd}
          size="2"
          variant="soft"
        >
          <PlusIcon />
          {`Add ${one}`}
        </Button>
      </div>
      <Text as="p" role="status" className="visually-hidden">{news}</Text>
    </fieldset>
  );
}
