import {
  type DirectoryAnswer,
  type DirectoryQuery,
  pageSize,
} from "../../../api/contract/directory.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PeopleIcon } from "../../ui/icons.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { filterCount } from "./choices.ts";
import { Pagination } from "./pagination.tsx";
import { ProfileCard } from "./profile-card.tsx";
import type { ViewLink } from "./use-directory.ts";
import type { Variant } from "./variants.ts";

export interface ResultsProps {
  readonly variant: Variant;
  readonly query: DirectoryQuery;
  /** `undefined` while there is none to show yet. */
  readonly answer: DirectoryAnswer | undefined;
  readonly hasFailed: boolean;
  readonly isBusy: boolean;
  readonly onRetry: () => void;
  readonly linkTo: (query: DirectoryQuery) => ViewLink;
  /** The same view with nothing chosen and nothing typed. */
  readonly cleared: ViewLink;
}

/** The members that were found, or the words for why there are none. */
export function Results(props: ResultsProps) {
  const { variant, query, answer, hasFailed, isBusy, onRetry, linkTo, cleared } = props;
  if (hasFailed) {
    return (
      <div className="directory-failed">
        <Callout tone="danger" title="Failed to fetch profiles">
          <p>Check your connection and try again.</p>
        </Callout>
        <Button variant="outline" onClick={onRetry}>Try Again</Button>
      </div>
    );
  }
  if (answer === undefined) return <Waiting variant={variant} />;

  const pages = Math.max(1, Math.ceil(answer.total / pageSize));
  const toPage = (page: number) => linkTo({ ...query, page });
  if (answer.total > 0 && answer.profiles.length === 0) {
    return (
      <EmptyState title="There is nothing on this page">
        <ButtonLink variant="outline" {...toPage(1)}>Go to the first page</ButtonLink>
      </EmptyState>
    );
  }
  if (answer.total === 0) {
    return (
      <EmptyState icon={<PeopleIcon />} title={variant.empty}>
        {(filterCount(query) > 0 || query.search) && (
          <>
            <p>Try fewer filters or another word.</p>
            <ButtonLink variant="outline" {...cleared}>Show everyone</ButtonLink>
          </>
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="directory-list" role="list" aria-busy={isBusy}>
        {answer.profiles.map((profile) => (
          <li key={profile.userId}>
            <ProfileCard profile={profile} />
          </li>
        ))}
      </ul>
      <Pagination page={answer.page} pages={pages} linkTo={toPage} />
    </>
  );
}

function Waiting({ variant }: { readonly variant: Variant }) {
  if (variant.placeholder === "spinner") return <Spinner label={variant.loading} />;
  return (
    <ul className="directory-list" role="list" aria-busy>
      {[1, 2, 3].map((number) => (
        <li key={number}>
          <Card className="profile-card">
            <div className="profile-card-head">
              <Skeleton shape="circle" />
              <div className="profile-card-who">
                <Skeleton shape="title" width="half" />
                <Skeleton width="third" />
              </div>
            </div>
            <Skeleton width="half" />
            <Skeleton />
            <Skeleton shape="block" />
          </Card>
        </li>
      ))}
    </ul>
  );
}
