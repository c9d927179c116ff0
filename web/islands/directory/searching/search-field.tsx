import { Kbd, Text, TextField } from "@radix-ui/themes";
import { type ComponentType, type FocusEvent, useState } from "react";
import { maxQueryText } from "../../../../api/contract/limits.ts";
import type { DirectoryName } from "../../../paths.ts";
import { useHasScript } from "../../../ui/has-script.ts";
import { SearchIcon } from "../../../ui/icons.tsx";
import { optionId, useSuggestions } from "./use-suggestions.ts";
import type { SuggestionListProps } from "./suggestion-list.tsx";
import { useAnnouncement } from "../announcement.tsx";
import type { DirectoryState } from "../use-directory.ts";
import { searchKey } from "../use-keys.ts";

const importList = () => import("./suggestion-list.tsx").then((list) => list.SuggestionList);

interface SearchFieldProps {
  readonly directory: DirectoryName;
  readonly id: string;
  readonly state: DirectoryState;
  readonly hasKey: boolean;
}

/**
 * The search box of a directory: a plain field that suggests completions once hydrated.
 * @see {@link https://www.w3.org/WAI/ARIA/apg/patterns/combobox/}
 */
export function SearchField({ directory, id, state, hasKey }: SearchFieldProps) {
  const { text, shown, active, settled, ...field } = useSuggestions(directory, state);
  const [hasFocus, setFocus] = useState(false);
  const [List, setList] = useState<ComponentType<SuggestionListProps>>();
  const hasScript = useHasScript();
  const listId = `${id}-suggestions`;
  const isOpen = List !== undefined && shown.length > 0;
  const count = shown.length === 1 ? "1 suggestion" : `${shown.length} suggestions`;
  const announcement = useAnnouncement(settled && count, settled ?? "");

  function handleFocus() {
    setFocus(true);
    // A person who focuses the field is about to type. Failures show no suggestions.
    importList().then((list) => setList(() => list), () => {});
  }

  function handleBlur({ currentTarget }: FocusEvent) {
    // Checked after the focus has moved, since a dialog takes the focus when an element disappears
    // first.
    setTimeout(() => {
      if (document.activeElement === currentTarget) return;
      setFocus(false);
      field.close();
    });
  }

  const combobox = {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-haspopup": "listbox",
    "aria-expanded": isOpen,
    ...(isOpen && { "aria-controls": listId }),
    ...(active >= 0 && { "aria-activedescendant": optionId(listId, active) }),
  } as const;

  return (
    <div className="field filter-panel-field">
      <Text as="label" size="2" weight="medium" className="field-label" htmlFor={id}>Search</Text>
      <div className="filter-panel-search">
        <TextField.Root
          size="3"
          id={id}
          // A field of type search can't be a combobox.
          type="text"
          inputMode="search"
          name="search"
          placeholder="Search by name, specialty..."
          aria-keyshortcuts={hasKey ? searchKey : undefined}
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxQueryText}
          {...(hasScript && combobox)}
          value={text}
          onChange={(event) => field.type(event.target.value)}
          onKeyDown={field.press}
          onFocus={handleFocus}
          onBlur={handleBlur}
        >
          <TextField.Slot>
            <SearchIcon />
          </TextField.Slot>
          {hasKey && (
            <TextField.Slot side="right" className="search-key with-script">
              <Kbd variant="soft" aria-hidden="true">{searchKey}</Kbd>
            </TextField.Slot>
          )}
        </TextField.Root>
        {isOpen && (
          <List
            id={listId}
            suggestions={shown}
            active={active}
            text={text}
            onPick={field.pick}
          />
        )}
      </div>
      {/* Only while needed, since elements with a live region aren't hidden behind a dialog. */}
      {hasFocus && <Text as="p" aria-live="polite" className="visually-hidden">{announcement}
      </Text>}
    </div>
  );
}
