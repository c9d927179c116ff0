import { Switch } from "../../ui/switch.tsx";
import { useProfileSwitches } from "../own-profile/use-profile-switches.ts";

/** Whether others can find the viewer's profile: shown to its owner only. */
export function Visibility() {
  const { profile, isOn, turn, newsOf } = useProfileSwitches();
  if (!profile) return null;
  const isVisible = isOn("isVisible");

  return (
    <div className="visibility">
      <Switch
        label={isVisible ? "Profile Visible" : "Profile Hidden"}
        checked={isVisible}
        news={newsOf("isVisible")}
        onChange={(isVisible) => turn("isVisible", isVisible)}
      />
    </div>
  );
}
