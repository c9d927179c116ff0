import { Switch } from "../ui/switch.tsx";
import { useOwnProfile, useProfileChange } from "./own-profile/use-profile-change.ts";

/** Whether others can find the viewer's profile: shown to its owner only. */
export function Visibility() {
  const { data: profile } = useOwnProfile();
  const change = useProfileChange();
  if (!profile) return null;

  return (
    <div className="visibility">
      <Switch
        label={profile.isVisible ? "Profile Visible" : "Profile Hidden"}
        checked={profile.isVisible}
        onChange={(isVisible) => change.mutate({ isVisible })}
      />
    </div>
  );
}
