import { Button, Text } from "@radix-ui/themes";
import { type MouseEvent, useDeferredValue, useMemo, useRef, useState } from "react";
import { type DirectoryQuery, pageSize } from "../../../api/contract/directory.ts";
import type { SeenAnswer } from "./card-fields.ts";
import { type DirectoryName } from "../../paths.ts";
import { ActiveFilters } from "./filtering/active-filters.tsx";
import { choiceGroups, type Choices, type Chosen, keepChosen } from "./filtering/choices.ts";
import { FilterPanel } from "./filtering/filter-panel.tsx";
import { FiltersButton } from "./filtering/filters-button.tsx";
import { addressHint, listedRoles, relaxedText, variants } from "./words.ts";
import { Results } from "./results.tsx";
import { SortOrder } from "./sort-order.tsx";
import { Announcement } from "./announcement.tsx";
import { directoryPath, useDirectoryResults } from "./use-answer.ts";
import { type Destination, useDirectory } from "./use-directory.ts";
import { useReturn } from "./use-return.ts";
import { useKeys } from "./use-keys.ts";
import { useOverlay } from "../../hydration/overlay.ts";

interface DirectoryProps {
  readonly directory: DirectoryName;
  readonly query: DirectoryQuery;
  readonly choices: Choices;
  /** Earliest month of a confirmation that is shown. */
  readonly since: string;
}

const formId = "directory-filters";
const resultsId = "results";
const importKeys = () => import("./keys-dialog.tsx").then(({ KeysDialog }) => KeysDialog);

/** Filters, list, sort order and drawer of a directory. The page embeds the first answer. */
export function Directory({ directory, query: initial, choices, since }: DirectoryProps) {
  const variant = variants[directory];
  const state = useDirectory(directory, initial, formId);
  const { query, from } = state;
  const results = useDirectoryResults(directory, state);
  const { shown, isBusy, isLate, hasFailed } = results;
  const [listed, setListed] = useState<Chosen>(query);
  const keys = useOverlay(importKeys);
  const root = useRef<HTMLDivElement>(null);
  const section = useRef<HTMLElement>(null);
  const count = useRef<HTMLDivElement>(null);
  const answer = shown?.answers[0];
  const counted = isLate ? variant.loading : answer ? variant.count(answer.total) : "";
  const whom = isLate ? "" : listedRoles(answer?.roles ?? null);
  const chosen = keepChosen(listed, query);
  if (chosen !== listed) setListed(chosen);
  // Cards in view come first, then the ones below and the hundreds of counts.
  const below = useDeferredValue(shown);
  const facets = below?.answers[0].facets;
  const groups = useMemo(() => choiceGroups(choices, facets, chosen), [choices, facets, chosen]);
  const isSettled = !isBusy && !hasFailed;
  useKeys(root, `${formId}-search`, keys.open);
  useReturn(below?.from, state.loadFrom);

  /** The clicked element is gone, so the focus moves to the top of the new list. */
  function handleMoved() {
    count.current?.focus({ preventScroll: true });
    count.current?.scrollIntoView({ block: "nearest" });
  }

  /** Scrolls without a history entry: only views have entries. */
  function handleSkip(event: MouseEvent) {
    event.preventDefault();
    section.current?.focus();
  }

  const linkTo = (to: Destination) => state.linkTo(to, handleMoved);
  const panel = { directory, state, groups };

  return (
    <div className="directory stack" ref={root}>
      <a className="skip" href={`#${resultsId}`} onClick={handleSkip}>Skip to results</a>
      <FilterPanel {...panel} id={formId} onCleared={handleMoved} />
      <section
        className="directory-main stack gap-2"
        id={resultsId}
        aria-label="Results"
        tabIndex={-1}
        ref={section}
      >
        <div className="directory-bar">
          <div className="directory-count" ref={count} tabIndex={-1}>
            <Text as="p" key={counted}>{counted}</Text>
            {whom && <Text as="p" key={whom} className="directory-roles">{whom}</Text>}
          </div>
          <Announcement
            search={query.search}
            words={isLate
              ? variant.loading
              : isSettled && answer
              ? announced(answer, query, from)
              : undefined}
            view={isLate ? variant.loading : directoryPath(directory, query)}
          />
          <div className="directory-line">
            <FiltersButton {...panel} total={answer?.total ?? 0} />
            <ActiveFilters query={query} linkTo={linkTo} />
            <div className="directory-sort">
              <SortOrder form={formId} sort={query.sort} onSort={state.sortBy} />
              <Button
                type="submit"
                form={formId}
                className="directory-scriptless without-script"
                size="3"
                variant="outline"
              >
                Apply Sorting
              </Button>
            </div>
          </div>
        </div>
        <Results
          directory={directory}
          results={results}
          below={below}
          linkTo={linkTo}
          more={state.linkToMore()}
          since={since}
        />
      </section>
      {keys.Part && <keys.Part onClose={keys.close} />}
    </div>
  );
}

/** Differs from the visible count, which would otherwise be read twice. */
function announced({ total, roles, relaxed }: SeenAnswer, query: DirectoryQuery, from: number) {
  const { page: to } = query;
  const last = Math.min(to * pageSize, total);
  const range = to > 1 && last > 0 ? `, ${(from - 1) * pageSize + 1} to ${last} shown` : "";
  const whom = listedRoles(roles);
  const why = relaxed && total > 0 ? `. ${relaxedText(relaxed)}` : "";
  const hint = addressHint(query);
  return `${total === 1 ? "1 result" : `${total} results`}${whom && `: ${whom}`}${range}${why}${
    hint ? `. ${hint}` : ""
  }`;
}
