import { smallPictureAt } from "../../api/contract/picture-path.ts";
import type { PublicUser } from "../../api/contract/profile.ts";
import { initials } from "../islands/profile/display.ts";
import { Avatar } from "../ui/avatar.tsx";

interface MemberAvatarProps {
  /** `null` for someone who left. */
  readonly of: Pick<PublicUser, "firstName" | "lastName" | "profileImageUrl"> | null;
  readonly size?: "small" | "medium" | "large";
  /** Their id, which determines their color. */
  readonly id?: string;
}

/** A member's picture, or their initials without one. */
export function MemberAvatar({ of, size, id }: MemberAvatarProps) {
  if (of === null) return <Avatar initials="?" size={size} />;
  const image = size === "large" ? of.profileImageUrl : smallPictureAt(of.profileImageUrl);
  return <Avatar initials={initials(of)} image={image} size={size} id={id} />;
}
