import { smallPictureAt } from "../../../api/contract/picture-path.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ChevronDownIcon } from "../../ui/icons.tsx";
import { initials } from "../profile/display.ts";

/** Whose menu it is. */
export interface UserMenuProps {
  readonly firstName: string;
  readonly lastName: string;
  readonly imageUrl: string | null;
}

/** The profile image, or the initials, on the button that opens the menu. */
export function UserFace({ imageUrl, ...user }: UserMenuProps) {
  return (
    <>
      <Avatar size="small" initials={initials(user)} image={smallPictureAt(imageUrl)} />
      <ChevronDownIcon />
    </>
  );
}
