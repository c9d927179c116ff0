import { Button, Heading, Text, TextField } from "@radix-ui/themes";
import { type FormEvent, type KeyboardEvent, memo, useCallback, useMemo, useState } from "react";
import { emptyQuery } from "../../../../api/contract/directory.ts";
import { fold } from "../../../../search/text.ts";
import { type DirectoryName, paths } from "../../../paths.ts";
import { CheckboxGroup } from "../../../ui/fields/checkbox-group.tsx";
import { type ChoiceGroup, filterCount } from "./choices.ts";
import { SearchField } from "../searching/search-field.tsx";
import type { DirectoryState } from "../use-directory.ts";

/** Choices that a folded list shows. */
const firstChoices = 6;
/** Shortest list with a search field. */
const searchableFrom = 13;
const mostFound = 30;

export interface FilterPanelProps {
  readonly directory: DirectoryName;
  /** The form's id; fields outside the form, such as the sort order, belong to it by this. */
  readonly id: string;
  readonly state: DirectoryState;
  readonly groups: readonly ChoiceGroup[];
  readonly isDrawer?: boolean;
  readonly onCleared?: () => void;
}

/** Search box and choices. A plain form that, once hydrated, submits itself. */
export function FilterPanel(props: FilterPanelProps) {
  const { directory, id, state, groups, isDrawer = false, onCleared } = props;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    state.search();
  }

  return (
    // Without autoComplete the browser would bring back old choices on reload, against the address.
    <form
      className={isDrawer ? "filter-panel stack gap-4" : "filter-panel filter-panel-beside"}
      id={id}
      action={paths[directory]()}
      method="get"
      role="search"
      aria-label="Filters"
      autoComplete="off"
      onSubmit={handleSubmit}
    >
      <SearchField
        directory={directory}
        id={`${id}-search`}
        state={state}
        hasKey={!isDrawer}
      />
      <div className="filter-panel-rail stack gap-4">
        <div className="filter-panel-head">
          {!isDrawer && <Heading as="h2" size="6" className="filter-panel-title">Filters</Heading>}
          {filterCount(state.query) > 0 && (
            <a
              className="filter-panel-clear"
              {...state.linkTo({ ...emptyQuery, sort: state.query.sort }, onCleared)}
            >
              Clear all
            </a>
          )}
        </div>
        {groups.map((group) => (
          <Choices
            key={group.group}
            choices={group}
            selected={state.query[group.group]}
            onToggle={state.toggle}
          />
        ))}
        <Button type="submit" className="wide directory-scriptless without-script" size="3">
          Apply Filters
        </Button>
      </div>
    </form>
  );
}

interface ChoicesProps {
  readonly choices: ChoiceGroup;
  readonly selected: readonly string[];
  readonly onToggle: DirectoryState["toggle"];
}

/** Rendered only when it changes: most keys and answers leave the choices as they are. */
const Choices = memo(function Choices({ choices, selected, onToggle }: ChoicesProps) {
  const { group, legend, options } = choices;
  const [wanted, setWanted] = useState("");
  const handleToggle = useCallback(
    (value: string, isChosen: boolean) => onToggle(group, value, isChosen),
    [group, onToggle],
  );
  // Values without people are folded once, on load: if they came and went with the counts, choices would move
  // under a finger.
  const [empty] = useState(() => emptyAmong(options, selected));
  const shown = useMemo(() => emptyLast(options, empty), [options, empty]);
  if (options.length === 0) return null;
  const isSearchable = options.length >= searchableFrom;
  const folded = fold(wanted.trim());
  const found = folded === "" ? undefined : options
    .filter(({ value, label = value }) => fold(label).includes(folded))
    .slice(0, mostFound);

  function handleKey(event: KeyboardEvent) {
    // Enter would send the form around the field.
    if (event.key === "Enter") event.preventDefault();
  }

  return (
    <details className="filter-group" open>
      {/* Assistive technology reads the legend instead. */}
      <summary className="filter-group-title">
        {legend}
        {selected.length > 0 && (
          <span className="filter-group-count">{selected.length} chosen</span>
        )}
      </summary>
      <CheckboxGroup
        legend={legend}
        name={group}
        options={found ?? shown}
        selected={selected}
        onToggle={handleToggle}
        {...(!found && { visible: Math.min(firstChoices, options.length - empty.size) })}
      >
        {isSearchable && (
          // Without a name, the form doesn't send it. It is shown with the unfolded list.
          <TextField.Root
            className="filter-panel-find with-script"
            size="3"
            type="search"
            aria-label={`Find in ${legend}`}
            placeholder={`Find in ${legend}`}
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
            onKeyDown={handleKey}
          />
        )}
        {found?.length === 0 && <Text as="p" size="2" color="gray" role="status">No matches</Text>}
      </CheckboxGroup>
    </details>
  );
});

/** The values without people that are not chosen; none when that would be all of them. */
function emptyAmong(
  options: ChoiceGroup["options"],
  selected: readonly string[],
): ReadonlySet<string> {
  const empty = options.filter(({ value, count }) => count === 0 && !selected.includes(value));
  return new Set(empty.length < options.length ? empty.map(({ value }) => value) : []);
}

function emptyLast(options: ChoiceGroup["options"], empty: ReadonlySet<string>) {
  if (empty.size === 0) return options;
  const isEmpty = ({ value }: { readonly value: string }) => empty.has(value);
  return [...options.filter((option) => !isEmpty(option)), ...options.filter(isEmpty)];
}
