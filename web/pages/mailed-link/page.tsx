import { resumeLink } from "../../../api/connections/links.ts";
import type { Connection } from "../../../api/contract/connections.ts";
import type { ClosedLink } from "../../../api/connections/mailed-links.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { fullName } from "../../islands/profile/display.ts";
import { pagePaths, paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Card } from "../../ui/card.tsx";
import { LocalTime } from "../connections/local-time.tsx";
import { Written } from "../connections/written.tsx";

/** The member whose link it is: everything done by it is done in their name. */
export function WhoseLink(
  { owner, viewer }: { readonly owner: MemberRecord; readonly viewer: MemberRecord | undefined },
) {
  const isOther = viewer !== undefined && viewer.memberId !== owner.memberId;
  return (
    <Callout
      tone={isOther ? "warning" : "neutral"}
      title={`You're reading and answering as ${fullName(owner)}`}
    >
      <p>
        {isOther &&
          `You're signed in as ${fullName(viewer)}, but this link was emailed to ${
            fullName(owner)
          }. `}
        Anyone with the link can do the same, so please don't share it.
      </p>
    </Callout>
  );
}

export interface ClosedLinkProps {
  readonly link: ClosedLink;
  readonly viewer: MemberRecord | undefined;
  /** A text that was written before the link stopped working. */
  readonly written?: string | undefined;
}

const closedTitles: Readonly<Record<Exclude<ClosedLink["is"], "over">, string>> = {
  unknown: "This Link Doesn't Work",
  deleted: "This Account Was Deleted",
  expired: "This Link Has Expired",
  replaced: "This Link No Longer Works",
};

const overTitles: Readonly<Record<Connection["state"], string>> = {
  requested: "This Link Has Expired",
  accepted: "This Link Has Expired",
  declined: "This Request Was Declined",
  withdrawn: "This Request Was Withdrawn",
  expired: "This Request Has Expired",
  ended: "This Conversation Has Ended",
  left: "The Other Member Left",
};

/** Shown when the link opens no conversation: why, and where to go. */
export function ClosedLinkPage({ link, viewer, written }: ClosedLinkProps) {
  const isOwner = "memberId" in link && viewer?.memberId === link.memberId;
  const conversation = "connectionId" in link && link.connectionId !== resumeLink
    ? pagePaths.newestMessage(link.connectionId)
    : undefined;
  return (
    <div className="account-page">
      <Card aria-labelledby="link-title" className="account">
        <h1 id="link-title">
          {link.is === "over" ? overTitles[link.state] : closedTitles[link.is]}
        </h1>
        <p className="account-lead">
          <WhatBecame link={link} />
        </p>
        <Written text={written} />
        {link.is === "deleted"
          ? <ButtonLink wide href={paths.home()}>Go to the home page</ButtonLink>
          : conversation && (isOwner || viewer === undefined)
          ? (
            <ButtonLink wide href={conversation}>
              {isOwner ? "Open the conversation" : "Sign in to read the conversation"}
            </ButtonLink>
          )
          : (
            <ButtonLink wide href={paths.connections()}>
              {viewer ? "Go to Connections" : "Sign in to see your connections"}
            </ButtonLink>
          )}
      </Card>
    </div>
  );
}

function WhatBecame({ link }: Pick<ClosedLinkProps, "link">) {
  switch (link.is) {
    case "unknown":
      return "Check that you opened the whole link from your email.";
    case "deleted":
      return "The account that this link belonged to was deleted. Its conversations can't be opened.";
    case "expired":
      return "Links in our emails work for 30 days. The conversation may still be open.";
    case "replaced":
      return "Links stop working when you change your email address or password, or sign out everywhere.";
    case "over":
      return (
        <>
          {link.state === "left" ? "They deleted their account. " : ""}
          It ended on <LocalTime at={link.on} />, so this link doesn't open it anymore.
        </>
      );
  }
}

/** Shown for a form that did not come from the link's own page. */
export function OpenAgainPage({ written }: Pick<ClosedLinkProps, "written">) {
  return (
    <div className="account-page">
      <Card aria-labelledby="link-title" className="account">
        <h1 id="link-title">Open the Link Again</h1>
        <p className="account-lead">
          We couldn't tell that this form came from the page of your link, so we didn't send it.
          Open the link in your email again, then send it from there.
        </p>
        <Written text={written} />
      </Card>
    </div>
  );
}

/** Says what was done, when that made the link stop working. */
export function DonePage({ title }: { readonly title: string }) {
  return (
    <div className="account-page">
      <Card aria-labelledby="link-title" className="account">
        <h1 id="link-title">{title}</h1>
        <p className="account-lead">
          You don't need to do anything else. The link in your email no longer opens the
          conversation.
        </p>
        <ButtonLink wide variant="outline" href={paths.connections()}>Go to Connections</ButtonLink>
      </Card>
    </div>
  );
}

export interface LinkQuestionProps {
  readonly title: string;
  readonly lead: string;
  /** Action of the button; without it there is nothing left to do. */
  readonly doing?: {
    readonly action: string;
    readonly formToken?: string;
    readonly label: string;
  } | undefined;
}

/** A page of a mailed link that does one thing, and asks first: opening a link changes nothing. */
export function LinkQuestionPage({ title, lead, doing }: LinkQuestionProps) {
  return (
    <div className="account-page">
      <Card aria-labelledby="link-title" className="account">
        <h1 id="link-title">{title}</h1>
        <p className="account-lead">{lead}</p>
        {doing === undefined
          ? (
            <ButtonLink wide variant="outline" href={paths.connections()}>
              Go to Connections
            </ButtonLink>
          )
          : (
            <form method="post" action={doing.action}>
              {doing.formToken && <input type="hidden" name="formToken" value={doing.formToken} />}
              <Button type="submit" wide>{doing.label}</Button>
            </form>
          )}
      </Card>
    </div>
  );
}
