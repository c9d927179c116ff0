import { smallPictureAt } from "../../../api/contract/picture-path.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { initials } from "./display.ts";

export interface UserFaceProps {
  readonly firstName: string;
  readonly lastName: string;
  readonly profileImageUrl: string | null;
}

/** The signed-in user on the button of their menu: the picture, or the initials. */
export function UserFace({ profileImageUrl, ...user }: UserFaceProps) {
  return <Avatar size="small" initials={initials(user)} image={smallPictureAt(profileImageUrl)} />;
}
