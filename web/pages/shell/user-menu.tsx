import { paths } from "../../paths.ts";
import { ChevronDownIcon, LogOutIcon, MailIcon } from "../../ui/icons/icons.tsx";
import { PersonIcon, ShieldIcon } from "../../ui/icons/subject-icons.tsx";
import { MemberAvatar } from "../member-avatar.tsx";

export interface UserMenuProps {
  readonly firstName: string;
  readonly lastName: string;
  readonly profileImageUrl: string | null;
  readonly waiting?: number;
  readonly isStaff?: boolean;
}

/**
 * The signed-in user's menu. It opens by itself, before any script and without; `hydration/user-menu.ts`
 * adds the keys and names of a menu.
 */
export function UserMenu({ waiting = 0, isStaff = false, ...user }: UserMenuProps) {
  const entries = [
    { href: paths.profile(), label: "Profile", icon: <PersonIcon /> },
    {
      href: paths.connections(),
      label: waiting > 0 ? `Connections (${waiting})` : "Connections",
      icon: <MailIcon />,
    },
    ...(isStaff ? [{ href: paths.program(), label: "Program", icon: <ShieldIcon /> }] : []),
  ];
  return (
    <details className="user-menu">
      <summary
        id="user-menu-button"
        className="user-menu-button"
        data-follows=""
        aria-label={`My Account: ${user.firstName} ${user.lastName}`}
      >
        <span className="user-menu-face">
          <MemberAvatar of={user} size="small" />
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
        <form method="post" action={paths.logout()}>
          <button className="user-menu-item" type="submit">
            <LogOutIcon />
            Log Out
          </button>
        </form>
      </div>
    </details>
  );
}
