import { type DirectoryQuery, pageSize } from "../../../api/contract/directory.ts";
import type { PublicProfile } from "../../../api/contract/profile.ts";
import type { DirectoryName } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PeopleIcon } from "../../ui/icons.tsx";
import { EarlierResults, LoadMore } from "./load-more.tsx";
import { ProfileCard } from "./profile-card.tsx";
import type { DirectoryResults, ShownView } from "./use-answer.ts";
import type { ViewLink } from "./use-directory.ts";
import { variants } from "./variants.ts";
import { Waiting } from "./waiting.tsx";
import { RelaxationList } from "./filtering/relaxation-list.tsx";

export interface ResultsProps {
  readonly directory: DirectoryName;
  readonly results: DirectoryResults;
  /** What shows below the first cards: the same, or what was there before while it is being drawn. */
  readonly below: DirectoryResults["shown"];
  readonly linkTo: (query: DirectoryQuery) => ViewLink;
  /** To the page after those that show. */
  readonly more: ViewLink;
}

/** The members that were found, or the words for why there are none. */
export function Results({ directory, results, below, linkTo, more }: ResultsProps) {
  const { shown, isBusy, hasFailed, refusal, retry } = results;
  return (
    <>
      {hasFailed && (
        <div className="directory-failed">
          <Callout tone="danger" title="Failed to fetch profiles">
            <p>
              {shown && "These are the results from before. "}
              {refusal ?? "Check your connection and try again"}.
            </p>
          </Callout>
          <Button variant="outline" onClick={retry}>Try again</Button>
        </div>
      )}
      {shown === undefined
        ? !hasFailed && <Waiting variant={variants[directory]} />
        : <Found {...{ directory, shown, below: below ?? shown, isBusy, linkTo, more }} />}
    </>
  );
}

/** As many as a large window has in view: they are drawn first, since people type. */
const firstCards = 9;

interface FoundProps extends Omit<ResultsProps, "results" | "below"> {
  readonly shown: ShownView;
  readonly below: ShownView;
  readonly isBusy: boolean;
}

function Found({ directory, shown, below, isBusy, linkTo, more }: FoundProps) {
  const { query } = shown;
  const { total } = shown.answers[0];
  const profiles = profilesOf(shown);
  if (total === 0) {
    return (
      <EmptyState icon={<PeopleIcon />} title={variants[directory].empty}>
        <RelaxationList directory={directory} query={query} linkTo={linkTo} />
      </EmptyState>
    );
  }
  if (profiles.length === 0) {
    return (
      <EmptyState title="There is nothing on this page">
        <ButtonLink variant="outline" {...linkTo({ ...query, page: 1 })}>
          Go to the first page
        </ButtonLink>
      </EmptyState>
    );
  }
  const { from } = below;
  const others = profiles.length > firstCards ? profilesOf(below).slice(firstCards) : [];
  return (
    <>
      {from > 1 && <EarlierResults page={from - 1} to={linkTo({ ...query, page: from - 1 })} />}
      <ul className="directory-list" role="list" aria-busy={isBusy || below !== shown}>
        {profiles.slice(0, firstCards).map(cardOf(shown))}
        {others.map(cardOf(below))}
      </ul>
      <LoadMore total={total} from={from} to={below.query.page} isBusy={isBusy} more={more} />
    </>
  );
}

const cardOf = ({ query }: ShownView) => (profile: PublicProfile) => (
  <li key={profile.userId}>
    <ProfileCard profile={profile} search={query.search} ticked={query.helpTopics} />
  </li>
);

function profilesOf({ answers }: ShownView): readonly PublicProfile[] {
  return unique(answers.flatMap((answer) => answer.profiles));
}

/** Pages that were asked for at different times can overlap, when someone moved in the order. */
function unique<T extends { readonly userId: string }>(profiles: readonly T[]): readonly T[] {
  if (profiles.length <= pageSize) return profiles;
  return [...new Map(profiles.map((profile) => [profile.userId, profile])).values()];
}
