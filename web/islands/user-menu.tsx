import { useState } from "react";
import { paths } from "../paths.ts";
import { ChevronDownIcon } from "../ui/icons.tsx";

export interface UserMenuProps {
  readonly firstName: string;
  readonly lastName: string;
  readonly imageUrl: string | null;
}

/** The signed-in user's menu. */
export function UserMenu({ firstName, lastName, imageUrl }: UserMenuProps) {
  const [failed, setFailed] = useState(false);
  return (
    <details className="user-menu">
      <summary className="user-menu-button" aria-label={`My Account: ${firstName} ${lastName}`}>
        {imageUrl !== null && !failed
          ? <img className="user-menu-face" src={imageUrl} alt="" onError={() => setFailed(true)} />
          : <span className="user-menu-face">{initials(firstName, lastName)}</span>}
        <ChevronDownIcon />
      </summary>
      <div className="user-menu-panel">
        <p className="user-menu-title">My Account</p>
        <a className="user-menu-item" href={paths.profile()}>Profile</a>
        <form method="post" action={paths.logout()}>
          <button className="user-menu-item" type="submit">Log Out</button>
        </form>
      </div>
    </details>
  );
}

function initials(firstName: string, lastName: string): string {
  return `${[...firstName][0] ?? ""}${[...lastName][0] ?? ""}`.toUpperCase();
}
