import { Badge, Button, Heading, Link, Text } from "@radix-ui/themes";
import type { OwnProfile } from "../../../api/contract/profile.ts";
import type { FormState } from "../../forms/form-state.ts";
import { classText, fullName } from "../../islands/profile/display.ts";
import { pagePaths, paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { EyeIcon, NewProfileIcon, PencilIcon } from "../../ui/icons.tsx";
import { ConfirmEmailFirst, type ConfirmEmailProps } from "./confirm-email.tsx";
import { OwnProfileTabs, type ProfileTab } from "./tabs.tsx";
import { AccountCards, Visibility } from "./privacy-panel.tsx";
import { MemberAvatar } from "../member-avatar.tsx";

interface AboutAccountProps {
  readonly address?: ConfirmEmailProps | undefined;
  /** For cadre whose role is not confirmed. */
  readonly unconfirmed?: UnconfirmedRoleProps | undefined;
  /** Whether the program's list has more about them than their profile. */
  readonly hasOffer: boolean;
}

interface OwnProfilePageProps extends AboutAccountProps {
  readonly profile: OwnProfile;
  readonly tab: ProfileTab;
  readonly programName: string;
}

export function OwnProfilePage({ profile, tab, programName, ...about }: OwnProfilePageProps) {
  const { user, rank, armyBranch } = profile;
  return (
    <div className="shell-column own-profile stack gap-5">
      <AboutAccount {...about} />
      <Card className="profile-head">
        <MemberAvatar of={user} size="large" />
        <div className="profile-who stack breakable">
          <Heading as="h1" size="8">{fullName(user)}</Heading>
          <div className="profile-badges row gap-2">
            <Badge>{rank}</Badge>
            <Badge color="gray">{classText(profile)}</Badge>
            <Badge color="green">{armyBranch}</Badge>
          </div>
        </div>
        <div className="profile-actions row">
          <Visibility {...profile} />
          <ButtonLink href={paths.previewProfile()} variant="outline">
            <EyeIcon />
            View as a cadet
          </ButtonLink>
          <ButtonLink href={paths.editProfile()} variant="outline">
            <PencilIcon />
            Edit Profile
          </ButtonLink>
        </div>
      </Card>
      <OwnProfileTabs profile={profile} tab={tab} program={programName} />
    </div>
  );
}

function AboutAccount({ address, unconfirmed, hasOffer }: AboutAccountProps) {
  return (
    <>
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
