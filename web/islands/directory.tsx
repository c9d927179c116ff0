import { lazy, Suspense, useRef, useState } from "react";
import { type DirectoryQuery, emptyQuery, type Sort } from "../../api/contract/directory.ts";
import type { DirectoryName } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { FilterIcon } from "../ui/member-icons.tsx";
import { Select } from "../ui/select.tsx";
import { ActiveFilters } from "./directory/active-filters.tsx";
import { choiceGroups, type Choices, filterCount } from "./directory/choices.ts";
import { FilterPanel } from "./directory/filter-panel.tsx";
import { Results } from "./directory/results.tsx";
import { useDirectory, useDirectoryAnswer } from "./directory/use-directory.ts";
import { variants } from "./directory/variants.ts";

export interface DirectoryProps {
  readonly directory: DirectoryName;
  /** The view that the address asks for. */
  readonly query: DirectoryQuery;
  readonly choices: Choices;
}

const sortOptions: readonly { readonly value: Sort; readonly label: string }[] = [
  { value: "relevance", label: "Relevance" },
  { value: "recent", label: "Most Recent" },
  { value: "name", label: "Name (A-Z)" },
];

const formId = "directory-filters";
const importDrawer = () => import("./directory/filter-drawer.tsx");
const FilterDrawer = lazy(() =>
  importDrawer().then(({ FilterDrawer }) => ({ default: FilterDrawer }))
);

/** Filters, list, sort order and drawer of a directory. The first answer is seeded by the page. */
export function Directory({ directory, query: initial, choices }: DirectoryProps) {
  const variant = variants[directory];
  const state = useDirectory(directory, initial, formId);
  const { query } = state;
  const { data: answer, isPlaceholderData, isFetching, isError, refetch } = useDirectoryAnswer(
    directory,
    query,
  );
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const count = useRef<HTMLParagraphElement>(null);
  const groups = choiceGroups(choices, answer?.facets, query);
  const chosen = filterCount(query);

  /** What was clicked is gone: the focus goes on from the top of what is new. */
  function handleMoved() {
    count.current?.focus({ preventScroll: true });
    count.current?.scrollIntoView({ block: "nearest" });
  }

  const linkTo = (next: DirectoryQuery) => state.linkTo(next, handleMoved);

  return (
    <div className="directory">
      <div className="directory-sidebar">
        <FilterPanel
          directory={directory}
          id={formId}
          state={state}
          groups={groups}
          onCleared={handleMoved}
        />
      </div>
      <section className="directory-main" aria-label="Results">
        <div className="directory-bar">
          <p className="directory-count" role="status" ref={count} tabIndex={-1}>
            {answer ? variant.count(answer.total) : !isError && variant.loading}
          </p>
          <Button
            variant="outline"
            className="directory-filters"
            aria-haspopup="dialog"
            onPointerEnter={importDrawer}
            onFocus={importDrawer}
            onClick={() => setDrawerOpen(true)}
          >
            <FilterIcon />
            <span>Filters{chosen > 0 && ` (${chosen})`}</span>
          </Button>
          <div className="directory-sort">
            <Select
              label="Sort by"
              inline
              name="sort"
              form={formId}
              options={sortOptions}
              value={query.sort}
              onChange={(event) => state.sortBy(event.target.value as Sort)}
            />
            <Button type="submit" form={formId} variant="outline" className="directory-scriptless">
              Apply
            </Button>
          </div>
        </div>
        <ActiveFilters query={query} linkTo={linkTo} />
        <Results
          variant={variant}
          query={query}
          answer={answer}
          hasFailed={isError}
          isBusy={isPlaceholderData || isFetching}
          onRetry={() => void refetch()}
          linkTo={linkTo}
          cleared={linkTo({ ...emptyQuery, sort: query.sort })}
        />
      </section>
      {isDrawerOpen && (
        <Suspense fallback={null}>
          <FilterDrawer
            directory={directory}
            id="drawer-filters"
            state={state}
            groups={groups}
            total={answer?.total ?? 0}
            onClose={() => setDrawerOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
