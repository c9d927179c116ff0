import { domainAmong } from "../../../events/program/admission.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { SiteConfig } from "../../config.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";

export interface WaitingProps {
  /** What is missing; the address also where its domain makes it enough. */
  readonly is: "address" | "approval" | "refused";
  /** What staff wrote to who was refused. */
  readonly words: string | null;
  /** Where the link to confirm was mailed; `null` once it is confirmed. */
  readonly unconfirmed: string | null;
  readonly supportEmail: string;
}

/** What somebody waits for who has not been let in. */
export function waitingProps(
  { admission, email, emailVerified }: MemberRecord,
  { admission: { domains }, supportEmail }: SiteConfig,
): WaitingProps {
  const unconfirmed = emailVerified ? null : email;
  if (admission?.state === "refused") {
    return { is: "refused", words: admission.words, unconfirmed: null, supportEmail };
  }
  const needsAddress = admission?.state === "waiting" && admission.needs === "confirmation" ||
    domainAmong(email, domains) !== undefined;
  const is = needsAddress && unconfirmed !== null ? "address" : "approval";
  return { is, words: null, unconfirmed, supportEmail };
}

const titles: Readonly<Record<WaitingProps["is"], string>> = {
  address: "Please confirm your address",
  approval: "Your registration waits",
  refused: "Your account was not approved",
};

/** In place of every page that shows others, and of Home, for who has not been let in. */
export function WaitingPage({ is, words, unconfirmed, supportEmail }: WaitingProps) {
  return (
    <div className="shell-column waiting">
      <section className="card waiting-card" aria-labelledby="waiting-title">
        <h1 id="waiting-title">{titles[is]}</h1>
        {is === "address" && <p>The directory opens as soon as your address is confirmed.</p>}
        {is === "approval" && (
          <p>The program's staff looks at each registration. You will get a mail.</p>
        )}
        {words !== null && <blockquote className="waiting-words">{words}</blockquote>}
        {is === "refused" && (
          <p>
            Questions? Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </p>
        )}
        {unconfirmed !== null && (
          <form className="confirm-email" method="post" action={paths.resendVerification()}>
            <p>
              {is === "address" ? "The" : "Please confirm your address meanwhile: the"}{" "}
              link for it is mailed to {unconfirmed}.
            </p>
            <Button type="submit" variant="outline" size="small">Send Again</Button>
          </form>
        )}
        <p className="waiting-quiet">
          {is === "refused"
            ? "You can delete your account at any time; nobody sees your profile."
            : "You can write your profile meanwhile; nobody sees it until then."}
        </p>
        <ButtonLink variant="outline" href={paths.profile()}>My Profile</ButtonLink>
      </section>
    </div>
  );
}
