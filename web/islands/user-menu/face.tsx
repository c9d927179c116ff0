import { smallPictureAt } from "../../../api/contract/picture-path.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ChevronDownIcon } from "../../ui/icons.tsx";
import { initials } from "../profile/display.ts";

/** Whose menu it is. */
export interface UserMenuProps {
  readonly firstName: string;
  readonly lastName: string;
  readonly imageUrl: string | null;
  /** How many connections wait for them. */
  readonly waiting?: number | undefined;
  /** Whether they are the program's staff. */
  readonly isStaff?: boolean | undefined;
}

/** What leads to someone's connections. */
export const connectionsLabel = ({ waiting }: UserMenuProps) =>
  waiting ? `Connections (${waiting})` : "Connections";

/** The profile image, or the initials, on the button that opens the menu. */
export function UserFace({ imageUrl, ...user }: UserMenuProps) {
  return (
    <>
      <Avatar size="small" initials={initials(user)} image={smallPictureAt(imageUrl)} />
      <ChevronDownIcon />
    </>
  );
}
