import { smallPictureAt } from "../../../api/contract/picture-path.ts";
import { ChevronDownIcon } from "../../ui/icons.tsx";
import { useSignedInUser } from "../signed-in-user.ts";

interface UserFaceProps {
  readonly firstName: string;
  readonly lastName: string;
  readonly imageUrl: string | null;
}

/** The profile image or, when there is none that can be shown, the initials that lie under it. */
export function UserFace(props: UserFaceProps) {
  const user = useSignedInUser();
  const { firstName, lastName } = user ?? props;
  const image = smallPictureAt(user === undefined ? props.imageUrl : user.profileImageUrl);
  return (
    <>
      <span className="user-menu-face" aria-hidden="true">
        <span>
          {initial(firstName)}
          {initial(lastName)}
        </span>
        {image !== null && <img key={image} src={image} alt="" decoding="async" />}
      </span>
      <ChevronDownIcon />
    </>
  );
}

function initial(name: string): string {
  return ([...name][0] ?? "").toUpperCase();
}
