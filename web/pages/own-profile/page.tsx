import type { OwnProfile } from "../../../api/contract/profile.ts";
import type { FormState } from "../../forms/form-state.ts";
import { classText, fullName } from "../../islands/profile/display.ts";
import { pagePaths, paths } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { EyeIcon, NewProfileIcon, PencilIcon } from "../../ui/icons/member-icons.tsx";
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
          <h1>{fullName(user)}</h1>
          <div className="profile-badges row gap-2">
            <Badge tone="accent">{rank}</Badge>
            <Badge>{classText(profile)}</Badge>
            <Badge tone="green">{armyBranch}</Badge>
          </div>
        </div>
        <div className="profile-actions row">
          <Visibility />
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
    <Callout tone="warning" title="You aren't confirmed as cadre yet">
      <p>
        Others see “Cadre, not confirmed” next to your name until program staff confirm it{hasCode
          ? ", or you enter the code your program gave its staff"
          : ""}.
      </p>
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
          <Button type="submit" variant="outline">Confirm My Role</Button>
        </form>
      )}
    </Callout>
  );
}
