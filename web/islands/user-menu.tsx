import { type ComponentType, type MouseEvent, useState } from "react";
import { paths } from "../paths.ts";
import { dropDrafts } from "./drafts.ts";
import { useSignedInUser } from "./signed-in-user.ts";
import { UserFace } from "./user-menu/face.tsx";

export interface UserMenuProps {
  readonly firstName: string;
  readonly lastName: string;
  readonly imageUrl: string | null;
}

/**
 * The signed-in user's menu: plain HTML that opens by itself, in place of which the full menu comes
 * when someone first opens it.
 */
export function UserMenu(given: UserMenuProps) {
  // What the page knew first is given; a form on this page may have changed it since.
  const user = useSignedInUser();
  const props = user
    ? { firstName: user.firstName, lastName: user.lastName, imageUrl: user.profileImageUrl }
    : given;
  const [Dropdown, setDropdown] = useState<ComponentType<UserMenuProps>>();

  function handleOpen(event: MouseEvent) {
    event.preventDefault();
    const summary = event.currentTarget;
    loadDropdown().then(
      (component) => setDropdown(() => component),
      // Without the menu's script there is still this one.
      () => summary.closest("details")?.toggleAttribute("open"),
    );
  }

  if (Dropdown) return <Dropdown {...props} />;
  return (
    <details className="user-menu">
      <summary
        className="user-menu-button"
        aria-label={`My Account: ${props.firstName} ${props.lastName}`}
        onPointerEnter={loadDropdown}
        onFocus={loadDropdown}
        onClick={handleOpen}
      >
        <UserFace {...props} />
      </summary>
      <div className="user-menu-panel">
        <p className="user-menu-title">My Account</p>
        <a className="user-menu-item" href={paths.profile()}>Profile</a>
        <form method="post" action={paths.logout()} onSubmit={dropDrafts}>
          <button className="user-menu-item" type="submit">Log Out</button>
        </form>
      </div>
    </details>
  );
}

async function loadDropdown() {
  const { UserDropdown } = await import("./user-menu/dropdown.tsx");
  return UserDropdown;
}
