import type { MemberRecord } from "../../../events/members/record.ts";
import { fullName } from "../../islands/profile/display.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Card } from "../../ui/card.tsx";
import { Written } from "../connections/written.tsx";

export interface WhoseLinkProps {
  readonly owner: MemberRecord;
  readonly viewer: MemberRecord | undefined;
}

/** Whose link it is: what is done by it is done in their name, whoever has it. */
export function WhoseLink({ owner, viewer }: WhoseLinkProps) {
  const isOther = viewer !== undefined && viewer.memberId !== owner.memberId;
  return (
    <Callout
      tone={isOther ? "warning" : "neutral"}
      title={`You read and answer here as ${fullName(owner)}`}
    >
      <p>
        {isOther &&
          `You are signed in as ${fullName(viewer)}, but this link was mailed to ${
            fullName(owner)
          }. `}
        Whoever has the link can do the same, so please do not pass it on.
      </p>
    </Callout>
  );
}

export interface LinkOverProps {
  readonly isSignedIn: boolean;
  /** What somebody wrote before the link had expired. */
  readonly written?: string | undefined;
}

/** In place of a conversation whose link is over, or never was one: nothing tells which. */
export function LinkOverPage({ isSignedIn, written }: LinkOverProps) {
  return (
    <div className="account-page">
      <Card aria-labelledby="link-title" className="account">
        <h1 id="link-title">This Link Is Over</h1>
        <p className="account-lead">
          A link like this one opens one conversation for thirty days, until it ends or your address
          changes. {isSignedIn ? "Your connections" : "When you are signed in, your connections"}
          {" "}
          show the others.
        </p>
        <Written text={written} />
        <ButtonLink wide href={paths.connections()}>
          {isSignedIn ? "Go to Connections" : "Go to Login"}
        </ButtonLink>
      </Card>
    </div>
  );
}

/** In place of what a form asks for that the link's own page did not send. */
export function OpenAgainPage({ written }: Pick<LinkOverProps, "written">) {
  return (
    <div className="account-page">
      <Card aria-labelledby="link-title" className="account">
        <h1 id="link-title">Open the Link Again</h1>
        <p className="account-lead">
          Nothing was sent, since this form did not come from the page of your link. Please open the
          link in your email again, and send it from there.
        </p>
        <Written text={written} />
      </Card>
    </div>
  );
}

/** What was done, where it ended the link that it was done by. */
export function DonePage({ title }: { readonly title: string }) {
  return (
    <div className="account-page">
      <Card aria-labelledby="link-title" className="account">
        <h1 id="link-title">{title}</h1>
        <p className="account-lead">
          There is nothing else to do here, and the link from your mail is over.
        </p>
        <ButtonLink wide variant="outline" href={paths.connections()}>Go to Connections</ButtonLink>
      </Card>
    </div>
  );
}

export interface LinkQuestionProps {
  readonly title: string;
  readonly lead: string;
  /** What is done once the button is pressed; nothing is left to do without it. */
  readonly doing?: {
    readonly action: string;
    readonly formToken?: string;
    readonly label: string;
  } | undefined;
}

/** A page of a mailed link that does one thing, and asks before it does: who opens a link reads it only. */
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
