import { smallPictureAt } from "../../../api/contract/picture-path.ts";
import type { PublicUser } from "../../../api/contract/profile.ts";
import { initials } from "../../islands/profile/display.ts";
import { paths } from "../../paths.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ChevronDownIcon, LogOutIcon, MailIcon, PersonIcon, ShieldIcon } from "../../ui/icons.tsx";

/** Texts that differ between members. A page's frame has slots for them. */
export interface MenuTexts {
  readonly name: string;
  readonly initials: string;
  /** Address of their picture; `null` without one. */
  readonly picture: string | null;
  /** Number of connections waiting for them, shown after the link's name. */
  readonly waiting: string;
}

export function menuTexts(
  user: Pick<PublicUser, "firstName" | "lastName" | "profileImageUrl">,
  waiting: number,
): MenuTexts {
  return {
    name: `${user.firstName} ${user.lastName}`,
    initials: initials(user),
    picture: smallPictureAt(user.profileImageUrl),
    waiting: waiting > 0 ? ` (${waiting})` : "",
  };
}

/**
 * The signed-in user's menu. It works without script; `hydration/user-menu.ts` adds the keys and
 * names of a menu.
 */
export function UserMenu(
  { name, initials, picture, waiting, isStaff }: MenuTexts & { readonly isStaff: boolean },
) {
  const entries = [
    { href: paths.profile(), label: "Profile", icon: <PersonIcon /> },
    { href: paths.connections(), label: `Connections${waiting}`, icon: <MailIcon /> },
    ...(isStaff ? [{ href: paths.program(), label: "Program", icon: <ShieldIcon /> }] : []),
  ];
  return (
    <details className="user-menu">
      <summary
        id="user-menu-button"
        className="user-menu-button"
        aria-label={`My Account: ${name}`}
      >
        <span className="user-menu-face">
          <Avatar initials={initials} image={picture} size="small" />
        </span>
        <ChevronDownIcon />
      </summary>
      <div className="user-menu-panel">
        <div className="user-menu-title">My Account</div>
        {entries.map(({ href, label, icon }) => (
          <a key={href} className="user-menu-item" href={href}>
            {icon}
            {label}
          </a>
        ))}
        <form method="post" action={paths.logout()} data-drops-drafts="">
          <button className="user-menu-item" type="submit">
            <LogOutIcon />
            Log Out
          </button>
        </form>
      </div>
    </details>
  );
}
