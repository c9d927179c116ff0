import { type ActivityDependencies, createActivity } from "./activity.ts";
import { createHelped, type HelpedDependencies } from "./helped.ts";
import { createSetup, type SetupDependencies } from "./setup.ts";
import { createSuggestions, type SuggestionsDependencies } from "./suggestions.ts";

/** Content of Home that no other page has. */
export type Home = ReturnType<typeof createHome>;

export type HomeDependencies =
  & ActivityDependencies
  & HelpedDependencies
  & SuggestionsDependencies
  & SetupDependencies;

export function createHome(deps: HomeDependencies) {
  const { askersOf, week } = createActivity(deps);
  return {
    /**
     * Mentors and searches for a cadet.
     *
     * @param lists The cadet's connections.
     */
    suggestions: createSuggestions(deps),
    /** Results of a mentor's conversations. */
    helped: createHelped(deps),
    /** How many cadets asked anyone for help with a member's topics; `null` for fewer than five. */
    askersOf,
    /** Counts of the last seven days, for staff. */
    week,
    /** Setup progress, for staff. */
    setup: createSetup(deps),
  };
}
