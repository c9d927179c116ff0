import { pictureAt } from "../../../api/contract/picture-path.ts";
import type { OwnProfile } from "../../../api/contract/profile.ts";
import { OwnProfileTabs } from "./tabs.tsx";
import type { ProfileTab } from "./tab-names.ts";
import { classText, fullName, initials } from "../../islands/profile/display.ts";
import { Visibility } from "./visibility.tsx";
import { paths } from "../../paths.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { EyeIcon, NewProfileIcon, PencilIcon } from "../../ui/icons/member-icons.tsx";
import { ConfirmEmailFirst, type ConfirmEmailProps } from "./confirm-email.tsx";
import { Callout } from "../../ui/callout.tsx";
import { UnconfirmedRole, type UnconfirmedRoleProps } from "./unconfirmed-role.tsx";

interface AboutAccountProps {
  readonly address?: ConfirmEmailProps | undefined;
  /** For cadre whose role is not confirmed. */
  readonly unconfirmed?: UnconfirmedRoleProps | undefined;
  /** Whether the program's list has more about them than their profile. */
  readonly hasOffer: boolean;
}

export interface OwnProfilePageProps extends AboutAccountProps {
  readonly profile: OwnProfile;
  readonly tab: ProfileTab;
  readonly programName: string;
}

/** The viewer's own profile, and who can see it. */
export function OwnProfilePage({ profile, tab, programName, ...about }: OwnProfilePageProps) {
  const { user, rank, armyBranch } = profile;
  return (
    <div className="shell-column own-profile stack gap-5" data-own="" data-start="load">
      <AboutAccount {...about} />
      <Card className="profile-head">
        <Avatar initials={initials(user)} image={pictureAt(user.profileImageUrl)} size="large" />
        <div className="profile-who stack">
          <h1>{fullName(user)}</h1>
          <div className="profile-badges row gap-2">
            <Badge tone="accent">{rank}</Badge>
            <Badge>{classText(profile)}</Badge>
            <Badge tone="green">{armyBranch}</Badge>
          </div>
        </div>
        <div className="profile-actions">
          <Visibility isVisible={profile.isVisible} />
          <ButtonLink variant="outline" href={paths.previewProfile()}>
            <EyeIcon />
            View as a cadet
          </ButtonLink>
          <ButtonLink variant="outline" href={paths.editProfile()}>
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
        <Callout>
          Your program's list has more about you.{" "}
          <a href={`${paths.editProfile()}#offer`}>Review what it says</a>
        </Callout>
      )}
    </>
  );
}

/** Shown before the owner has created a profile. */
export function NoProfilePage(about: AboutAccountProps) {
  return (
    <div className="shell-column own-profile stack gap-5">
      <h1>Create Your Profile</h1>
      <AboutAccount {...about} />
      <EmptyState
        icon={<NewProfileIcon />}
        title="You haven't created a profile yet."
      >
        <p>Share your experience so that others can find you and get in touch.</p>
        <ButtonLink href={paths.editProfile()}>Create Profile</ButtonLink>
      </EmptyState>
    </div>
  );
}
