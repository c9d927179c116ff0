import { Card, Heading, Link, Text } from "@radix-ui/themes";
import { staffReviews } from "../../../api/features/accounts/policies/admission.ts";
import { domainAmong } from "../../../events/program/admission.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { paths } from "../../paths.ts";
import type { SiteDeps } from "../../page-env.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import {
  ConfirmEmail,
  type ConfirmEmailProps,
  unconfirmedAddress,
} from "../own-profile/confirm-email.tsx";

interface WaitingProps {
  /** The missing step: confirmation of the address, or approval. */
  readonly is: "address" | "approval" | "refused";
  /** Message from staff to a person they declined. */
  readonly words: string | null;
  readonly unconfirmed?: ConfirmEmailProps | undefined;
  readonly supportEmail: string;
}

/** Shown to applicants instead of Home, and of every page that shows other people. */
export async function waitingPage(
  member: MemberRecord,
  { product, config: { admission: { domains }, supportEmail } }: SiteDeps,
) {
  const { admission, email } = member;
  if (admission?.state === "refused") {
    return <WaitingPage is="refused" words={admission.words} supportEmail={supportEmail} />;
  }
  const unconfirmed = await unconfirmedAddress(product, member);
  const needsAddress = admission?.state === "waiting" && admission.needs === "confirmation" ||
    domainAmong(email, domains) !== undefined;
  const is = needsAddress && unconfirmed !== undefined ? "address" : "approval";
  return <WaitingPage {...{ is, words: null, unconfirmed, supportEmail }} />;
}

export const waitingTitles: Readonly<Record<WaitingProps["is"], string>> = {
  address: "Confirm your email address",
  approval: "Your registration is waiting for approval",
  refused: "Your registration wasn't approved",
};

function WaitingPage({ is, words, unconfirmed, supportEmail }: WaitingProps) {
  return (
    <div className="shell-column waiting">
      <Card asChild size="3" className="waiting-card stack gap-4 breakable start">
        <section aria-labelledby="waiting-title">
          <Heading as="h1" size="8" id="waiting-title">{waitingTitles[is]}</Heading>
          {is === "address" && <Text as="p">The directory opens as soon as you confirm it.</Text>}
          {is === "approval" && <Text as="p">{staffReviews}</Text>}
          {words !== null && (
            <>
              <Text as="p">The program's staff wrote to you:</Text>
              <blockquote>{words}</blockquote>
            </>
          )}
          {is === "refused" && (
            <Text as="p">
              Questions? Email <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>.
            </Text>
          )}
          {unconfirmed && <ConfirmEmail {...unconfirmed} />}
          <Text as="p" color="gray">
            {is === "refused"
              ? "No one can see your profile. You can delete your account at any time."
              : `You can create your profile now. No one can see it until ${
                is === "address" ? "you confirm your email address" : "you're approved"
              }.`}
          </Text>
          <ButtonLink href={paths.profile()} variant="outline">Go to my profile</ButtonLink>
        </section>
      </Card>
    </div>
  );
}
