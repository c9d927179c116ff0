import { Button, Text } from "@radix-ui/themes";
import { tokenLifetimeMs } from "../../../api/auth/tokens.ts";
import { lasting } from "../../../events/amounts.ts";
import type { ReactNode } from "react";
import type { Connection } from "../../../api/contract/connections.ts";
import { questionIn } from "../../../api/contract/questions.ts";
import type { ClosedLink } from "../../../api/features/connections/mailed-links.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { ActionForm } from "../../forms/action-form.tsx";
import { fullName } from "../../islands/profile/display.ts";
import { pagePaths, paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { AccountPage } from "../account-page.tsx";
import { afterSpecialLink } from "./special-links.tsx";
import { LocalTime } from "../connections/local-time.tsx";
import { Written } from "../connections/written.tsx";

/** Names the link's member: every action on the page is in their name. */
export function LinkOwner(
  { owner, viewer }: { readonly owner: MemberRecord; readonly viewer: MemberRecord | undefined },
) {
  const isOther = viewer !== undefined && viewer.memberId !== owner.memberId;
  return (
    <Notice
      tone={isOther ? "warning" : "neutral"}
      title={`You're reading and answering as ${fullName(owner)}`}
    >
      <Text as="p">
        {isOther &&
          `You're signed in as ${fullName(viewer)}, but this link was emailed to ${
            fullName(owner)
          }. `}
        Anyone with the link can do the same, so please don't share it.
      </Text>
    </Notice>
  );
}

interface ClosedLinkProps {
  readonly link: ClosedLink;
  readonly viewer: MemberRecord | undefined;
  /** A text written before the link stopped working. */
  readonly written?: string | undefined;
}

type Closed = Readonly<Record<"title" | "lead", string>>;

const linksWork = `Links in our emails work for ${lasting(tokenLifetimeMs["conversation-links"])}.`;

const closed: Readonly<Record<Exclude<ClosedLink["is"], "over">, Closed>> = {
  unknown: {
    title: "This Link Doesn't Work",
    lead: "Check that you opened the whole link from your email.",
  },
  deleted: {
    title: "This Account Was Deleted",
    lead: "The account that this link belonged to was deleted. Its conversations can't be opened.",
  },
  expired: {
    title: "This Link Has Expired",
    lead: linksWork,
  },
  replaced: {
    title: "This Link No Longer Works",
    lead:
      "Links stop working when you change your email address or password, or sign out everywhere.",
  },
};

const endedTitles: Readonly<Record<Connection["state"], string>> = {
  requested: "This Link Has Expired",
  accepted: "This Link Has Expired",
  declined: "This Request Was Declined",
  withdrawn: "This Request Was Withdrawn",
  expired: "This Request Has Expired",
  ended: "This Conversation Has Ended",
  left: "The Other Member Left",
};
/** Shown when the link opens no conversation: the reason, and where to go. */
export function ClosedLinkPage({ link, viewer, written }: ClosedLinkProps) {
  const isOwner = "memberId" in link && viewer?.memberId === link.memberId;
  const special = "connectionId" in link ? afterSpecialLink[link.connectionId] : undefined;
  const questionId = "connectionId" in link ? questionIn(link.connectionId) : undefined;
  const conversation = questionId !== undefined
    ? pagePaths.question(questionId)
    : "connectionId" in link && special === undefined
    ? pagePaths.newestMessage(link.connectionId)
    : undefined;
  const what = questionId === undefined ? "conversation" : "question";
  const [href, label] = link.is === "deleted"
    ? [paths.home(), "Go to the home page"]
    : conversation && (isOwner || viewer === undefined)
    ? [conversation, isOwner ? `Open the ${what}` : `Sign in to read the ${what}`]
    : special !== undefined
    ? [special.href, viewer ? special.signedIn : special.signedOut]
    : [paths.connections(), viewer ? "Go to Connections" : "Sign in to see your connections"];
  return (
    <AccountPage
      title={link.is === "over" ? endedTitles[link.state] : closed[link.is].title}
      lead={link.is === "over"
        ? (
          <>
            {link.state === "left" ? "They deleted their account. " : ""}
            It ended on <LocalTime at={link.on} />, so this link doesn't open it anymore.
          </>
        )
        : link.is === "expired"
        ? `${linksWork}${special === undefined ? " The conversation may still be open." : ""}`
        : closed[link.is].lead}
    >
      <Written text={written} />
      <ButtonLink href={href} className="wide">{label}</ButtonLink>
    </AccountPage>
  );
}

export function OpenAgainPage({ written }: Pick<ClosedLinkProps, "written">) {
  return (
    <AccountPage
      title="Open the Link Again"
      lead={"We couldn't tell that this form came from the page of your link, so we didn't send it. " +
        "Open the link in your email again, then send it from there."}
    >
      <Written text={written} />
    </AccountPage>
  );
}

export interface LinkQuestionProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly children?: ReactNode;
  /** A link to continue, beside the button or once there is nothing left to do. */
  readonly next?: { readonly href: string; readonly label: string } | undefined;
  /** Action of the button; absent once there is nothing left to do. */
  readonly doing?: {
    readonly action: string;
    readonly formToken?: string;
    /** The conversation's action that it runs. */
    readonly name?: string;
    readonly label: string;
  } | undefined;
}

/**
 * A page of a mailed link with a single action. It asks first, since opening a link changes
 * nothing.
 */
export function LinkQuestionPage(
  { title, lead, children, next, doing }: LinkQuestionProps,
) {
  const { href, label } = next ?? { href: paths.connections(), label: "Go to Connections" };
  return (
    <AccountPage title={title} lead={lead}>
      <div className="stack gap-4">
        {children}
        {doing !== undefined &&
          (
            <ActionForm
              action={doing.action}
              hidden={{ formToken: doing.formToken, action: doing.name }}
            >
              <Button type="submit" className="wide" size="3">{doing.label}</Button>
            </ActionForm>
          )}
        {(doing === undefined || next !== undefined) && (
          <ButtonLink href={href} className="wide" variant="outline">{label}</ButtonLink>
        )}
      </div>
    </AccountPage>
  );
}
