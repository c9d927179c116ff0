import { Button, Heading, Link, Text } from "@radix-ui/themes";
import type { OwnProfile } from "../../../api/contract/profile.ts";
import { FormFailure } from "../../forms/form-failure.tsx";
import type { FormState } from "../../forms/form-state.ts";
import { confirmedText } from "../../islands/profile/display.ts";
import { visibilityWords } from "../../islands/profile/shared-switches.ts";
import { pagePaths, paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { programTheme } from "../../ui/program-theme.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { EyeIcon, NewProfileIcon, PencilIcon, StarIcon } from "../../ui/icons.tsx";
import { ConfirmEmailFirst, type ConfirmEmailProps } from "./confirm-email.tsx";
import type { AskState } from "../mentoring/ask-state.tsx";
import { formAt, type Missing } from "./missing.ts";
import { FormLink, OwnContacts, Parts } from "./parts.tsx";
import { AccountCards, PrivacyPanel, Visibility } from "./privacy-panel.tsx";
import { ProfileHead } from "../profile/view.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import { ActionForm } from "../../forms/action-form.tsx";

interface AboutAccountProps {
  /** Why the profile wasn't shown or hidden. */
  readonly refused?: FormState | undefined;
  readonly address?: ConfirmEmailProps | undefined;
  /** For cadre whose role is not confirmed. */
  readonly unconfirmed?: UnconfirmedRoleProps | undefined;
  /** Whether the program's list has more about them than their profile. */
  readonly hasOffer: boolean;
}

interface OwnProfilePageProps extends AboutAccountProps {
  readonly profile: OwnProfile;
  readonly isAdmitted: boolean;
  readonly asks: AskState | undefined;
  readonly helpful: Missing | undefined;
  /** Whether they last changed or confirmed it more than a year ago. */
  readonly isDue: boolean;
  readonly programName: string;
}

/** A member's own profile as others see it, with its owner's controls at each part. */
export function OwnProfilePage(
  { profile, isAdmitted, asks, helpful, isDue, programName, ...about }: OwnProfilePageProps,
) {
  return (
    <div className="shell-column profile own-profile stack gap-4">
      <div className="own-profile-top stack gap-4">
        <AboutAccount {...about} />
        {isDue && (
          <Notice title="Is your profile still right?">
            <div className="stack gap-2">
              <Text as="p">
                You last changed or confirmed it a year ago. Once you confirm it, it says
                “{confirmedText}” to everyone who sees it.
              </Text>
              <ActionForm action={pagePaths.confirmProfile()}>
                <Button type="submit" size="3" color={programTheme.accentColor}>
                  Confirm my profile
                </Button>
              </ActionForm>
            </div>
          </Notice>
        )}
        {helpful && (
          <Text as="p" className="own-profile-helpful">
            <StarIcon />
            <span>
              <Link href={helpful.href}>{helpful.label}</Link>: {helpful.why}.
            </span>
          </Text>
        )}
      </div>
      <ProfileHead profile={profile}>
        <FormLink href={formAt("account-card")} what="name and picture">
          <PencilIcon />
          Edit
        </FormLink>
      </ProfileHead>
      <Card className="profile-short stack gap-4" aria-label="In short">
        <div className="profile-actions row">
          <Visibility {...profile} isAdmitted={isAdmitted} />
          <ActionForm
            className="wide stack gap-2 without-script"
            action={pagePaths.visibility()}
            hidden={{ isVisible: String(!profile.isVisible) }}
          >
            <Text as="p">{visibilityWords[profile.isVisible ? "on" : "off"]}</Text>
            <Button type="submit" className="wide" size="3" variant="outline">
              {profile.isVisible ? "Hide Profile" : "Show Profile"}
            </Button>
          </ActionForm>
          <ButtonLink href={paths.previewProfile()} className="wide" variant="outline">
            <EyeIcon />
            View as a cadet
          </ButtonLink>
          <ButtonLink href={paths.editProfile()} className="wide" variant="outline">
            <PencilIcon />
            Edit Profile
          </ButtonLink>
        </div>
      </Card>
      <div className="own-profile-nav">
        <TabLinks
          label="Your profile"
          links={[
            ["#about", "About"],
            ["#experience", "Experience"],
            ["#help-topics", "Help Topics"],
            ["#privacy", "Privacy"],
          ]}
        />
      </div>
      <div className="profile-main stack gap-4">
        <Parts {...{ profile, isAdmitted, asks, program: programName }} />
      </div>
      <div className="own-profile-contact">
        <OwnContacts {...{ profile, isAdmitted }} />
      </div>
      <div className="own-profile-privacy stack gap-4">
        <PrivacyPanel {...profile} />
      </div>
    </div>
  );
}

function AboutAccount({ refused, address, unconfirmed, hasOffer }: AboutAccountProps) {
  return (
    <>
      <FormFailure sent={refused} />
      {address && <ConfirmEmailFirst {...address} />}
      {unconfirmed && <UnconfirmedRole {...unconfirmed} />}
      {hasOffer && (
        <Notice>
          Your program's list has more about you.{" "}
          <Link href={`${paths.editProfile()}#offer`}>Review what it says</Link>
        </Notice>
      )}
    </>
  );
}

/** Shown before the owner has created a profile. */
export function NoProfilePage(about: AboutAccountProps) {
  return (
    <div className="shell-column own-profile stack gap-5">
      <Heading as="h1" size="8">Create Your Profile</Heading>
      <AboutAccount {...about} />
      <EmptyState
        icon={<NewProfileIcon />}
        title="You haven't created a profile yet."
      >
        <Text as="p">Share your experience so that others can find you and get in touch.</Text>
        <ButtonLink href={paths.editProfile()}>Create Profile</ButtonLink>
      </EmptyState>
      <AccountCards />
    </div>
  );
}

interface UnconfirmedRoleProps {
  readonly hasCode: boolean;
  readonly sent?: FormState | undefined;
}

/** Tells cadre that their role isn't confirmed, and what they can do. */
function UnconfirmedRole({ hasCode, sent }: UnconfirmedRoleProps) {
  const error = sent?.fields.cadreCode ?? sent?.failure?.message;
  return (
    <Notice tone="warning" title="You aren't confirmed as cadre yet">
      <Text as="p">
        Others see “Cadre, not confirmed” next to your name until program staff confirm it{hasCode
          ? ", or you enter the code your program gave its staff"
          : ""}.
      </Text>
      {hasCode && (
        <form className="unconfirmed-role stack start" method="post" action={pagePaths.cadreCode()}>
          <TextField
            name="cadreCode"
            label="Cadre code"
            autoComplete="off"
            maxLength={200}
            required
            error={error}
          />
          <Button type="submit" size="3" variant="outline">Confirm My Role</Button>
        </form>
      )}
    </Notice>
  );
}
