import type { ReactNode } from "react";
import { Island } from "../../islands/island.tsx";
import { OwnProfile } from "../../islands/own-profile/own-profile.tsx";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TrashIcon } from "../../ui/icons/edit-icons.tsx";

export function PrivacyPanel() {
  return (
    <>
      <Card className="stack gap-4">
        <h2>Privacy Settings</h2>
        <p className="quiet">
          Choose what other members see on your profile. No one can search or filter by what you
          turn off.
        </p>
        <Island name="own-profile" id="privacy" of={OwnProfile} props={{ shows: "privacy" }} />
        <p>
          <a href={paths.previewProfile()}>See your profile as a cadet sees it</a>
        </p>
        <p>
          <a href={paths.contacts()}>Choose who sees your contacts, and see who has</a>
        </p>
        <div className="without-script">
          <ButtonLink variant="outline" href={paths.editProfile()}>
            Edit Privacy Settings
          </ButtonLink>
        </div>
      </Card>
      <AccountCards hasProfile />
    </>
  );
}

/** What members do about their account itself, with a profile or without. */
export function AccountCards({ hasProfile = false }: { readonly hasProfile?: boolean }) {
  return (
    <>
      <Card className="stack gap-4">
        <h2>Password & Sessions</h2>
        <div className="own-profile-leave split">
          <p className="quiet">
            Change your password and see where you're signed in.
          </p>
          <ButtonLink variant="outline" href={paths.security()}>Manage Sessions</ButtonLink>
        </div>
      </Card>
      <Card className="stack gap-4">
        <h2>Leave the Directory</h2>
        {hasProfile && (
          <Leave
            title="Delete Profile"
            text="Removes your profile from the directory. You keep your account."
          >
            <ButtonLink variant="outline" href={paths.deleteProfile()} data-asks="">
              Delete Profile
            </ButtonLink>
          </Leave>
        )}
        <Leave
          title="Delete Account"
          text={hasProfile
            ? "Permanently deletes your account, your profile and everything in them."
            : "Permanently deletes your account and everything in it."}
        >
          <ButtonLink variant="danger" href={paths.deleteAccount()} data-asks="">
            <TrashIcon />
            Delete Account
          </ButtonLink>
        </Leave>
      </Card>
    </>
  );
}

interface LeaveProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Leave({ title, text, children }: LeaveProps) {
  return (
    <div className="own-profile-leave split">
      <div>
        <h3>{title}</h3>
        <p className="quiet">{text}</p>
      </div>
      {children}
    </div>
  );
}

/** Whether others can find the viewer's profile: shown to its owner only. */
export function Visibility() {
  return (
    <Island name="own-profile" id="visibility" of={OwnProfile} props={{ shows: "visibility" }} />
  );
}
