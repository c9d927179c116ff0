import { privacySwitches } from "../../../events/vocabulary.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { Card } from "../../ui/card.tsx";
import { DialogLink } from "../../ui/dialog-link.tsx";
import { TrashIcon } from "../../ui/member-icons.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useOverlay } from "../../hydration/overlay.ts";
import { audience, switchWords } from "./shared-switches.ts";
import type { ProfileSwitches } from "./use-profile-switches.ts";

const importDialogs = () => import("./delete-dialogs.tsx");
const importProfileDialog = () => importDialogs().then((module) => module.DeleteProfileDialog);
const importAccountDialog = () => importDialogs().then((module) => module.DeleteAccountDialog);

type PrivacyPanelProps = Omit<ProfileSwitches, "profile">;

/** What others may see, and how to leave. */
export function PrivacyPanel({ isOn, turn, newsOf }: PrivacyPanelProps) {
  const profileDialog = useOverlay(importProfileDialog);
  const accountDialog = useOverlay(importAccountDialog);

  return (
    <>
      <Card className="own-profile-card">
        <h2>Privacy Settings</h2>
        <p className="own-profile-none">
          Choose what other members see on your profile. What is off cannot be found or filtered by.
        </p>
        {!isOn("isVisible") && (
          <Callout title="Your profile is hidden">
            <p>Nobody but you sees any of it. What you choose here counts once it is visible.</p>
          </Callout>
        )}
        <div
          className={isOn("isVisible")
            ? "own-profile-switches"
            : "own-profile-switches own-profile-hidden"}
        >
          {privacySwitches.map((name) => (
            <Switch
              key={name}
              {...switchWords[name]}
              meaning={isOn("isVisible") ? audience : { on: audience.off, off: audience.off }}
              checked={isOn(name)}
              news={newsOf(name)}
              onChange={(isShared) => turn(name, isShared)}
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
          <DialogLink
            variant="outline"
            href={paths.deleteProfile()}
            onPointerEnter={profileDialog.preload}
            onOpen={profileDialog.open}
          >
            Delete Profile
          </DialogLink>
        </div>
        <div className="own-profile-leave">
          <div>
            <h3>Delete Account</h3>
            <p className="own-profile-none">
              Your account, your profile and everything in them are erased for good.
            </p>
          </div>
          <DialogLink
            variant="danger"
            href={paths.deleteAccount()}
            onPointerEnter={accountDialog.preload}
            onOpen={accountDialog.open}
          >
            <TrashIcon />
            Delete Account
          </DialogLink>
        </div>
      </Card>
      {profileDialog.Part && <profileDialog.Part onClose={profileDialog.close} />}
      {accountDialog.Part && <accountDialog.Part onClose={accountDialog.close} />}
    </>
  );
}
