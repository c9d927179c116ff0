import type { OwnProfile } from "../../../api/contract/profile.ts";
import { Switch } from "../../ui/fields/switch.tsx";
import { visibilityWords } from "../../islands/profile/shared-switches.ts";

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
