import type { OwnProfile } from "../../../api/contract/profile.ts";
import { privacySwitches } from "../../../events/vocabulary.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Card } from "../../ui/card.tsx";
import { TrashIcon } from "../../ui/member-icons.tsx";
import { Switch } from "../../ui/switch.tsx";
import { audience, seenByStaff, switchWords } from "./shared-switches.ts";

interface PrivacyPanelProps {
  readonly profile: Pick<OwnProfile, "isVisible" | "sharedFields">;
}

/** What others may see, and how to leave. */
export function PrivacyPanel({ profile: { isVisible, sharedFields } }: PrivacyPanelProps) {
  return (
    <>
      <Card className="own-profile-card">
        <h2>Privacy Settings</h2>
        <p className="own-profile-none">
          Choose what other members see on your profile. What is off cannot be found or filtered by.
        </p>
        {/* Both are here: which one is true changes when the visibility is switched. */}
        <div className="own-profile-note" hidden={isVisible}>
          <Callout title="Your profile is hidden">
            <p>
              Only you can see it. {seenByStaff}{" "}
              What you choose here applies once your profile is visible.
            </p>
          </Callout>
        </div>
        <div
          className={isVisible ? "own-profile-switches" : "own-profile-switches own-profile-hidden"}
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
          <a href={paths.contacts()}>Choose who sees your contacts, and see who did</a>
        </p>
        <div className="own-profile-scriptless">
          <ButtonLink variant="outline" href={paths.editProfile()}>
            Edit Privacy Settings
          </ButtonLink>
        </div>
      </Card>
      <Card className="own-profile-card">
        <h2>Password & Sessions</h2>
        <div className="own-profile-leave">
          <p className="own-profile-none">
            Change your password, and see in which browsers you are signed in.
          </p>
          <ButtonLink variant="outline" href={paths.security()}>Open</ButtonLink>
        </div>
      </Card>
      <Card className="own-profile-card">
        <h2>Leave the Directory</h2>
        <div className="own-profile-leave">
          <div>
            <h3>Delete Profile</h3>
            <p className="own-profile-none">
              Your profile is removed from the directory. Your account stays.
            </p>
          </div>
          <ButtonLink
            variant="outline"
            href={paths.deleteProfile()}
            data-deletes="profile"
          >
            Delete Profile
          </ButtonLink>
        </div>
        <div className="own-profile-leave">
          <div>
            <h3>Delete Account</h3>
            <p className="own-profile-none">
              Your account, your profile and everything in them are erased for good.
            </p>
          </div>
          <ButtonLink
            variant="danger"
            href={paths.deleteAccount()}
            data-deletes="account"
          >
            <TrashIcon />
            Delete Account
          </ButtonLink>
        </div>
      </Card>
    </>
  );
}
