import { Button } from "@radix-ui/themes";
import type { Context } from "hono";
import { memberField } from "../../api/contract/page-member.ts";
import type { PageEnv } from "../page-env.ts";
import { paths } from "../paths.ts";
import { sessionOver } from "../toasts/messages.ts";
import { ButtonLink } from "../ui/button-link.tsx";
import { AccountPage } from "./account-page.tsx";
import { textIn, Written } from "./connections/written.tsx";
import { readSent, type Sent } from "./form.ts";

/** Buttons and hidden fields. A form with no other fields can be filled in again quickly. */
const controls: ReadonlySet<string> = new Set([
  ...["does", "action", "was", "way", "seen", "from", "to", "version", "session", "returnTo"],
  ...["memberId", "reportId", "reportIds", "declined", "isSure", "isWarned"],
]);

/** Maximum characters of a returned form: more than twice the fullest profile. */
const maxGivenBack = 100_000;

/**
 * Answers a form filled in before the session ended, or before someone else signed in. The page has
 * the form's fields, and posts them again once the member has signed in elsewhere. `undefined` if
 * nothing would be lost.
 */
export async function sessionEndedPage(c: Context<PageEnv>): Promise<Response | undefined> {
  const sent = await readSent(c);
  if (!sent.some(([name, value]) => !controls.has(name) && value.trim() !== "")) return undefined;
  const length = sent.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (length > maxGivenBack) return undefined;
  c.status(401);
  const props = { action: c.req.path, sent, pageMember: c.get("pageMember") };
  const isOther = c.get("viewer") !== undefined;
  return await c.render(<SessionEndedPage {...props} isOther={isOther} />, {
    title: sessionOver.title,
    isSecret: true,
  });
}

interface SessionEndedProps {
  readonly action: string;
  readonly sent: Sent;
  /** The form's member, if known: no one else can send it. */
  readonly pageMember: string | undefined;
  /** Whether someone else is signed in. */
  readonly isOther: boolean;
}

function SessionEndedPage({ action, sent, pageMember, isOther }: SessionEndedProps) {
  return (
    <AccountPage
      title={sessionOver.title}
      lead={`Nothing was changed, and what you typed is kept on this page. ${
        isOther ? "Someone else is signed in on this browser. Log out and sign in" : "Sign in"
      } in a new tab. Then come back here and send it again.`}
    >
      <form className="account-form stack gap-4" method="post" action={action}>
        {pageMember !== undefined && <input type="hidden" name={memberField} value={pageMember} />}
        {sent.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <ButtonLink href={paths.home()} target="_blank" className="wide">
          {isOther ? "Log out in a new tab" : "Sign in in a new tab"}
        </ButtonLink>
        <Button type="submit" className="wide" size="3" variant="outline">Send it again</Button>
        <Written text={textIn(Object.fromEntries(sent))} />
      </form>
    </AccountPage>
  );
}
