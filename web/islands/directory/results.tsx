import { Button, Skeleton, Spinner, Text } from "@radix-ui/themes";
import {
  type DirectoryQuery,
  type Explanation,
  pageSize,
  readDirectoryQuery,
} from "../../../api/contract/directory.ts";
import { useMemo } from "react";
import type { CardProfile, SeenAnswer } from "./card-fields.ts";
import { type DirectoryName, paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListEndIcon, NoResultsIcon } from "../../ui/icons.tsx";
import { EarlierResults, LoadMore } from "./load-more.tsx";
import { ProfileCard } from "./profile-card.tsx";
import { directoryPath, type DirectoryResults, type ShownView } from "./use-answer.ts";
import type { ViewLink } from "./use-directory.ts";
import { addressHint, relaxedText, type Variant, variants } from "./words.ts";
import { isTranslated } from "../../hydration/translated.ts";
import { Card } from "../../ui/card.tsx";

interface ResultsProps {
  readonly directory: DirectoryName;
  readonly results: DirectoryResults;
  /**
   * The view for cards below the first ones: the same, or the previous one while the new one is
   * rendered.
   */
  readonly below: DirectoryResults["shown"];
  readonly linkTo: (query: DirectoryQuery) => ViewLink;
  readonly more: ViewLink;
  /** Earliest month of a confirmation that is shown. */
  readonly since: string;
}

export function Results({ directory, results, below, linkTo, more, since }: ResultsProps) {
  const { shown, isBusy, isLate, hasFailed, refusal, retry } = results;
  return (
    <>
      {hasFailed && (
        <div className="stack gap-4">
          <Notice tone="danger" title="Failed to fetch profiles">
            <Text as="p">
              {shown && "Showing the previous results. "}
              {refusal ?? "Check your connection and try again."}
            </Text>
          </Notice>
          <Button type="button" onClick={retry} size="3" variant="outline">Try again</Button>
        </div>
      )}
      <div className="directory-found">
        {isLate && <Waiting variant={variants[directory]} />}
        {shown && (
          <div className="directory-shown stack gap-2">
            <Found {...{ directory, shown, below: below ?? shown, isBusy, linkTo, more, since }} />
          </div>
        )}
      </div>
    </>
  );
}

interface FoundProps extends Omit<ResultsProps, "results" | "below"> {
  readonly shown: ShownView;
  readonly below: ShownView;
  readonly isBusy: boolean;
}

function Found({ directory, shown, below, isBusy, linkTo, more, since }: FoundProps) {
  const { query } = shown;
  const [answer] = shown.answers;
  const { total, relaxed } = answer;
  const hits = hitsOf(shown);
  const hint = addressHint(query);
  // Cards in view are rendered first, since people type.
  const firstCards = useMemo(cardsInView, [shown]);
  if (total === 0) {
    return (
      <EmptyState icon={<NoResultsIcon />} title={variants[directory].empty}>
        {hint && <Text as="p">{hint}</Text>}
        <Alternatives {...{ directory, query, answer, linkTo }} />
      </EmptyState>
    );
  }
  if (hits.length === 0) {
    return (
      <EmptyState icon={<ListEndIcon />} title="No results on this page">
        <ButtonLink {...linkTo({ ...query, page: 1 })} variant="outline">
          Go to the first page
        </ButtonLink>
      </EmptyState>
    );
  }
  // A list that fits into the view is rendered immediately.
  const later = hits.length > firstCards ? below : shown;
  const { from } = later;
  return (
    <>
      {relaxed && (
        <div className="directory-relaxed stack start gap-2 small breakable">
          <Text as="p" key={relaxedText(relaxed)}>{relaxedText(relaxed)}</Text>
          {hint && <Text as="p">{hint}</Text>}
          <Alternatives {...{ directory, query, answer, linkTo }} />
        </div>
      )}
      {from > 1 && <EarlierResults page={from - 1} to={linkTo({ ...query, page: from - 1 })} />}
      <ul className="directory-list" role="list" aria-busy={isBusy || later !== shown}>
        {hits.slice(0, firstCards).map(cardOf(shown, 0, since))}
        {hitsOf(later).slice(firstCards).map(cardOf(later, firstCards, since))}
      </ul>
      <LoadMore total={total} from={from} to={later.query.page} isBusy={isBusy} more={more} />
    </>
  );
}

interface AlternativesProps extends Pick<ResultsProps, "directory" | "linkTo"> {
  readonly query: DirectoryQuery;
  readonly answer: Pick<SeenAnswer, "alternatives" | "uncovered">;
}

/**
 * Shown if a search found no one, or not every word: other searches, and a button that reports it
 * to the program.
 */
function Alternatives({ directory, query, answer, linkTo }: AlternativesProps) {
  const { alternatives, uncovered } = answer;
  return (
    <>
      {alternatives.length > 0 && (
        <ul className="alternatives row gap-2" role="list" aria-label="Ways to find more">
          {alternatives.map(({ label, view }) => (
            <li key={view}>
              <ButtonLink
                {...linkTo({ ...readDirectoryQuery(new URLSearchParams(view)), role: query.role })}
                variant="outline"
              >
                {label}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {uncovered.length > 0 && (
        <form className="uncovered" method="post" action={paths.uncovered()}>
          <Text as="p">No one helps with {uncovered.join(" or ")} yet.</Text>
          {uncovered.map((topic) => (
            <input key={topic} type="hidden" name="topics" value={topic} />
          ))}
          <input type="hidden" name="back" value={directoryPath(directory, query)} />
          <Button type="submit" size="3">Tell the program that no one covers this</Button>
        </form>
      )}
    </>
  );
}

/**
 * Reuses a position's elements when its person changes, since only texts change on most cards. On a
 * translated page, changed texts need new elements.
 */
const cardOf =
  ({ query, from }: ShownView, first: number, since: string) =>
  ({ profile, match }: Hit, at: number) => (
    <li key={keyOf(query, profile, (from - 1) * pageSize + first + at)}>
      <ProfileCard profile={profile} match={match} ticked={query.helpTopics} since={since} />
    </li>
  );

function keyOf({ search }: DirectoryQuery, { userId }: CardProfile, place: number) {
  const isPlain = typeof document === "undefined" || !isTranslated();
  return isPlain ? place : `${userId} ${search}`;
}

interface Hit {
  readonly profile: CardProfile;
  readonly match: Explanation | undefined;
}

function hitsOf({ answers }: ShownView): readonly Hit[] {
  return unique(
    answers.flatMap(({ profiles, matches }) =>
      profiles.map((profile, at) => ({ profile, match: matches[at] }))
    ),
  );
}

/** Pages fetched at different times can overlap if a member moved in the order. */
function unique(hits: readonly Hit[]): readonly Hit[] {
  if (hits.length <= pageSize) return hits;
  return [...new Map(hits.map((hit) => [hit.profile.userId, hit])).values()];
}

/** Shown over the previous results, which keep the page's height. */
function Waiting({ variant }: { readonly variant: Variant }) {
  if (variant.placeholder === "spinner") {
    return (
      <Text as="p" role="status" color="gray" className="directory-spinner row">
        <Spinner size="3" />
        <span>{variant.loading}</span>
      </Text>
    );
  }
  return (
    <ul className="directory-waiting directory-list" role="list" aria-busy>
      {[1, 2, 3].map((number) => (
        <li key={number}>
          <Card className="profile-card">
            <div className="profile-card-head">
              <Skeleton className="directory-waiting-face" />
              <div className="profile-card-who gap-2">
                <Skeleton className="directory-waiting-half" />
                <Skeleton className="directory-waiting-third" />
              </div>
            </div>
            <Skeleton className="directory-waiting-half" />
            <Skeleton />
            <Skeleton className="directory-waiting-foot" />
          </Card>
        </li>
      ))}
    </ul>
  );
}

/** Number of cards visible in most windows. */
const fewest = 6;

/** Number of cards to render before the others: those in the window, and those above. */
function cardsInView(): number {
  if (typeof document === "undefined") return fewest;
  const cards = [...document.querySelectorAll(".directory-list > li")];
  const below = cards.findIndex((card) => card.getBoundingClientRect().top >= innerHeight);
  return Math.max(below === -1 ? cards.length : below, fewest);
}
