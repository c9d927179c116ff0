import type { ReactNode } from "react";
import type { OwnProfile } from "../../../api/contract/profile.ts";
import { privacySwitches } from "../../../events/vocabulary.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Card } from "../../ui/card.tsx";
import { TrashIcon } from "../../ui/icons/edit-icons.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import {
  audience,
  seenByStaff,
  switchWords,
  visibilityWords,
} from "../../islands/profile/shared-switches.ts";

type Switches = Pick<OwnProfile, "isVisible" | "sharedFields">;

export function PrivacyPanel({ isVisible, sharedFields }: Switches) {
  return (
    <>
      <Card className="stack gap-4">
        <h2>Privacy Settings</h2>
        <p className="quiet">
          Choose what other members see on your profile. No one can search or filter by what you
          turn off.
        </p>
        {/* Always in the page: the switch of the visibility shows and hides it. */}
        <div className="own-profile-note" hidden={isVisible}>
          <Callout title="Your profile is hidden">
            <p>
              Only you can see it. {seenByStaff} Your choices apply once your profile is visible.
            </p>
          </Callout>
        </div>
        <div
          className={isVisible
            ? "own-profile-switches with-script"
            : "own-profile-switches with-script own-profile-hidden"}
        >
          {privacySwitches.map((name) => (
            <Switch
              key={name}
              {...switchWords[name]}
              meaning={isVisible ? audience : { on: audience.off, off: audience.off }}
              defaultChecked={sharedFields[name]}
              saves={name}
            />
          ))}
        </div>
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
export function Visibility({ isVisible }: Pick<OwnProfile, "isVisible">) {
  return (
    <div className="visibility with-script">
      <Switch
        label={visibilityWords[isVisible ? "on" : "off"]}
        defaultChecked={isVisible}
        saves="isVisible"
      />
    </div>
  );
}
