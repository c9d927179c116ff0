import type { Brand } from "../../config.ts";
import {
  AccountDetailsForm,
  type AccountDetailsProps,
} from "../../islands/account-details/account-details.tsx";
import { Island } from "../../islands/island.tsx";
import { fullName, initials } from "../../islands/profile/display.ts";
import { Picture } from "../../islands/picture/picture.tsx";
import { ProfileForm, type ProfileFormProps } from "../../islands/profile-form/profile-form.tsx";
import type { Member } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import { Callout } from "../../ui/callout.tsx";
import { Card } from "../../ui/card.tsx";

export interface EditProfilePageProps {
  readonly member: Member;
  readonly brand: Pick<Brand, "programName">;
  readonly account: AccountDetailsProps;
  readonly profile: ProfileFormProps;
  /** Why the profile was not saved, when its form was sent without script. */
  readonly failure?: string | undefined;
}

/** Writes or changes the viewer's profile and account. */
export function EditProfilePage(props: EditProfilePageProps) {
  const { member, brand, account, profile, failure } = props;
  return (
    <div className="shell-column edit-profile">
      <header className="directory-head">
        <h1>{profile.isEdit ? "Edit Profile" : "Create Your Profile"}</h1>
        <p className="directory-subtitle">
          {profile.isEdit
            ? "Update your profile information"
            : `Share your experience and expertise with ${brand.programName} ROTC cadets`}
        </p>
      </header>
      {failure && <Callout tone="danger" title="Error">{failure}</Callout>}
      <Card className="profile-form-section" aria-labelledby="account-title">
        <h2 className="profile-form-title" id="account-title">Account Information</h2>
        <Island name="account-details" of={AccountDetailsForm} props={account} />
        <p>
          <a href={paths.security()}>Change your password, or see where you are signed in</a>
        </p>
      </Card>
      <Card className="profile-form-section" aria-labelledby="picture-title">
        <h2 className="profile-form-title" id="picture-title">Profile Picture</h2>
        <Island
          name="picture"
          of={Picture}
          props={{
            name: fullName(member),
            initials: initials(member),
            imageUrl: member.profileImageUrl,
          }}
        />
      </Card>
      <Island name="profile-form" of={ProfileForm} props={profile} />
    </div>
  );
}
