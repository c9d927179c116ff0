import { Button, Heading, Text, TextField } from "@radix-ui/themes";
import { type FormEvent, type KeyboardEvent, memo, useCallback, useMemo, useState } from "react";
import { emptyQuery } from "../../../../api/contract/directory.ts";
import { fold } from "../../../../search/text.ts";
import { type DirectoryName, paths } from "../../../paths.ts";
import { CheckboxGroup } from "../../../ui/fields/checkbox-group.tsx";
import { type ChoiceGroup, filterCount } from "./choices.ts";
import { SearchField } from "../searching/search-field.tsx";
import type { DirectoryState } from "../use-directory.ts";

/** Number of choices in a folded list. */
const firstChoices = 6;
/** Shortest list with a search field. */
const searchableFrom = 13;
const mostFound = 30;

export interface FilterPanelProps {
  readonly directory: DirectoryName;
  /**
   * The form's id. Fields outside of the form, such as the sort order, use it to belong to the
   * form.
   */
  readonly id: string;
  readonly state: DirectoryState;
  readonly groups: readonly ChoiceGroup[];
  readonly isDrawer?: boolean;
  readonly onCleared?: () => void;
}

/** Search box and choices. A plain form that submits itself once hydrated. */
export function FilterPanel(props: FilterPanelProps) {
  const { directory, id, state, groups, isDrawer = false, onCleared } = props;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    state.search();
  }

  return (
    // Without autoComplete the browser would restore old choices on reload, against the URL.
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

/** Rendered only when it changes, since most keys and answers don't affect the choices. */
const Choices = memo(function Choices({ choices, selected, onToggle }: ChoicesProps) {
  const { group, legend, options } = choices;
  const [wanted, setWanted] = useState("");
  const handleToggle = useCallback(
    (value: string, isChosen: boolean) => onToggle(group, value, isChosen),
    [group, onToggle],
  );
  // Values without people are folded once, on load. If they moved with the counts, choices would
  // move under a finger.
  const [empty] = useState(() => emptyAmong(options, selected));
  const shown = useMemo(() => emptyLast(options, empty), [options, empty]);
  if (options.length === 0) return null;
  const isSearchable = options.length >= searchableFrom;
  const folded = fold(wanted.trim());
  const found = folded === "" ? undefined : options
    .filter(({ value, label = value }) => fold(label).includes(folded))
    .slice(0, mostFound);

  function handleKey(event: KeyboardEvent) {
    // Enter would submit the surrounding form.
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
          // Has no name, so that the form doesn't send it. Shown with the unfolded list.
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

/** Values without people that aren't chosen; empty if that would be all of them. */
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
