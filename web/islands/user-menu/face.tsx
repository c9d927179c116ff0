import { useState } from "react";
import { ChevronDownIcon } from "../../ui/icons.tsx";

interface UserFaceProps {
  readonly firstName: string;
  readonly lastName: string;
  readonly imageUrl: string | null;
}

/** The profile image or, when there is none that can be shown, the initials. */
export function UserFace({ firstName, lastName, imageUrl }: UserFaceProps) {
  const [isBroken, setBroken] = useState(false);
  return (
    <>
      {imageUrl !== null && !isBroken
        ? <img className="user-menu-face" src={imageUrl} alt="" onError={() => setBroken(true)} />
        : (
          <span className="user-menu-face" aria-hidden="true">
            {initial(firstName)}
            {initial(lastName)}
          </span>
        )}
      <ChevronDownIcon />
    </>
  );
}

function initial(name: string): string {
  return ([...name][0] ?? "").toUpperCase();
}
