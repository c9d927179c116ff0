import { type ActivityDependencies, createActivity } from "./activity.ts";
import { createHelped, type HelpedDependencies } from "./helped.ts";
import { createSetup, type SetupDependencies } from "./setup.ts";
import { createSuggestions, type SuggestionsDependencies } from "./suggestions.ts";

/** What Home shows, beside what other pages show, too. */
export type Home = ReturnType<typeof createHome>;

export type HomeDependencies =
  & ActivityDependencies
  & HelpedDependencies
  & SuggestionsDependencies
  & SetupDependencies;

export function createHome(deps: HomeDependencies) {
  const { askersOf, week } = createActivity(deps);
  return {
    /** Whom a cadet could ask, and what they could search for. @param lists Their connections. */
    suggestions: createSuggestions(deps),
    /** What came of a mentor's conversations. */
    helped: createHelped(deps),
    /** How many cadets asked anyone about what a member helps with; `null` for fewer than five. */
    askersOf,
    /** What happened in the last seven days: for staff. */
    week,
    /** How far the directory is set up: for staff. */
    setup: createSetup(deps),
  };
}
