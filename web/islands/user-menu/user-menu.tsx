import { type KeyboardEvent, type MouseEvent, type ReactElement, useState } from "react";
import { paths } from "../../paths.ts";
import { dropDrafts } from "../../forms/drafts.ts";
import { useSignedInUser } from "../../hydration/signed-in-user.ts";
import { connectionsLabel, UserFace, type UserMenuProps } from "./face.tsx";

/**
 * The signed-in user's menu: plain HTML that opens by itself, in place of which the full menu comes
 * when someone first opens it.
 */
export function UserMenu(given: UserMenuProps) {
  // What the page knew first is given; a form on this page may have changed it since.
  const user = useSignedInUser();
  const props = user ? { ...given, ...user, imageUrl: user.profileImageUrl } : given;
  const [opened, setOpened] = useState<Opened>();

  function open(event: MouseEvent | KeyboardEvent, isByKey: boolean) {
    event.preventDefault();
    const summary = event.currentTarget;
    loadDropdown().then(
      (Dropdown) => setOpened({ Dropdown, isByKey }),
      // Without the menu's script there is still this one.
      () => summary.closest("details")?.toggleAttribute("open"),
    );
  }

  function handleClick(event: MouseEvent) {
    // A click that no pointer made came from Enter or the space bar.
    open(event, event.detail === 0);
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === "ArrowDown") open(event, true);
  }

  if (opened) return <opened.Dropdown {...props} startsAtFirst={opened.isByKey} />;
  return (
    <details className="user-menu">
      <summary
        className="user-menu-button"
        aria-label={`My Account: ${props.firstName} ${props.lastName}`}
        onPointerEnter={preloadDropdown}
        onFocus={preloadDropdown}
        onClick={handleClick}
        onKeyDown={handleKey}
      >
        <UserFace {...props} />
      </summary>
      <div className="user-menu-panel">
        <p className="user-menu-title">My Account</p>
        <a className="user-menu-item" href={paths.profile()}>Profile</a>
        <a className="user-menu-item" href={paths.connections()}>{connectionsLabel(given)}</a>
        {given.isStaff && <a className="user-menu-item" href={paths.program()}>Program</a>}
        <form method="post" action={paths.logout()} onSubmit={dropDrafts}>
          <button className="user-menu-item" type="submit">Log Out</button>
        </form>
      </div>
    </details>
  );
}

interface Opened {
  readonly Dropdown: (props: UserMenuProps & { startsAtFirst: boolean }) => ReactElement;
  /** The focus goes to the first item then, as it does when the menu is opened again. */
  readonly isByKey: boolean;
}

function preloadDropdown(): void {
  loadDropdown().catch(() => {
    // Opening it does without.
  });
}

async function loadDropdown() {
  const { UserDropdown } = await import("./dropdown.tsx");
  return UserDropdown;
}
