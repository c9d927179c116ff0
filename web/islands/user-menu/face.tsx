import { smallPictureAt } from "../../../api/contract/picture-path.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ChevronDownIcon } from "../../ui/icons.tsx";
import { initials } from "../profile/display.ts";
import type { UserMenuProps } from "./user-menu.tsx";

/** The profile image, or the initials, on the button that opens the menu. */
export function UserFace({ imageUrl, ...user }: UserMenuProps) {
  return (
    <>
      <Avatar size="small" initials={initials(user)} image={smallPictureAt(imageUrl)} />
      <ChevronDownIcon />
    </>
  );
}
