import type { MemberRecord } from "../../events/members/record.ts";
import type { ConnectionLists } from "../contract/connections.ts";
import type { MailState } from "../mail/mail-state.ts";
import { type ActivityDependencies, createActivity, type Week } from "./activity.ts";
import { createHelped, type Helped, type HelpedDependencies } from "./helped.ts";
import { createSetup, type Setup, type SetupDependencies } from "./setup.ts";
import {
  createSuggestions,
  type Suggestions,
  type SuggestionsDependencies,
} from "./suggestions.ts";

/** What Home shows, beside what other pages show, too. */
export interface Home {
  /** Whom a cadet could ask, and what they could search for. @param lists Their connections. */
  suggestions(member: MemberRecord, lists: ConnectionLists): Promise<Suggestions>;
  /** What came of a mentor's conversations. */
  helped(memberId: string): Promise<Helped>;
  /** How many cadets asked anyone about what a member helps with; `null` for fewer than five. */
  askersOf(topics: readonly string[]): Promise<number | null>;
  /** What happened in the last seven days: for staff. */
  week(): Promise<Week>;
  /** How far the directory is set up: for staff. */
  setup(staff: Pick<MemberRecord, "profile">, mail: Pick<MailState, "is">): Promise<Setup>;
}

export type HomeDependencies =
  & ActivityDependencies
  & HelpedDependencies
  & SuggestionsDependencies
  & SetupDependencies;

export function createHome(deps: HomeDependencies): Home {
  const { askersOf, week } = createActivity(deps);
  return {
    suggestions: createSuggestions(deps),
    helped: createHelped(deps),
    askersOf,
    week,
    setup: createSetup(deps),
  };
}
