import { staffReviews } from "../../../api/accounts/policies/admission.ts";
import { domainAmong } from "../../../events/program/admission.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import type { SiteConfig } from "../../config.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";

export interface WaitingProps {
  /** What is missing: the address, also where its domain is enough. */
  readonly is: "address" | "approval" | "refused";
  /** What staff wrote to somebody they declined. */
  readonly words: string | null;
  /** Where the link to confirm was mailed; `null` once it is confirmed. */
  readonly unconfirmed: string | null;
  readonly supportEmail: string;
}

/** What an applicant is waiting for. */
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

export const waitingTitles: Readonly<Record<WaitingProps["is"], string>> = {
  address: "Confirm your email address",
  approval: "Your registration is waiting for approval",
  refused: "Your account was not approved",
};

/** Applicants see it in place of Home, and of every page that shows others. */
export function WaitingPage({ is, words, unconfirmed, supportEmail }: WaitingProps) {
  return (
    <div className="shell-column waiting">
      <section className="card waiting-card" aria-labelledby="waiting-title">
        <h1 id="waiting-title">{waitingTitles[is]}</h1>
        {is === "address" && <p>The directory opens as soon as you confirm it.</p>}
        {is === "approval" && <p>{staffReviews}</p>}
        {words !== null && <blockquote className="waiting-words">{words}</blockquote>}
        {is === "refused" && (
          <p>
            Questions? Email <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </p>
        )}
        {unconfirmed !== null && (
          <form className="confirm-email" method="post" action={paths.resendVerification()}>
            <p>
              {is === "address" ? "Open" : "Confirm your email address now: open"}{" "}
              the link we sent to {unconfirmed}.
            </p>
            <Button type="submit" variant="outline" size="small">Send the link again</Button>
          </form>
        )}
        <p className="waiting-quiet">
          {is === "refused"
            ? "No one can see your profile. You can delete your account at any time."
            : `You can create your profile now. No one can see it until ${
              is === "address" ? "you confirm your email address" : "you're approved"
            }.`}
        </p>
        <ButtonLink variant="outline" href={paths.profile()}>Go to my profile</ButtonLink>
      </section>
    </div>
  );
}
