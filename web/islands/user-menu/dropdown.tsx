import { useMutation } from "@tanstack/react-query";
import { Content, Item, Label, Root, Separator, Trigger } from "radix-ui/dropdown-menu";
import { useEffect, useRef } from "react";
import { calls, paths } from "../../paths.ts";
import { LogOutIcon, MailIcon, PersonIcon, ShieldIcon } from "../../ui/icons.tsx";
import { send } from "../../hydration/calls.ts";
import { dropDrafts } from "../../forms/drafts.ts";
import { goTo } from "../../hydration/navigation.ts";
import { mayLeave } from "../../forms/unsaved.ts";
import { connectionsLabel, UserFace, type UserMenuProps } from "./face.tsx";

export interface UserDropdownProps extends UserMenuProps {
  /** It was opened by key: the focus begins at the first item. */
  readonly startsAtFirst: boolean;
}

/** The menu itself, open from the start: it is loaded because someone opened it. */
export function UserDropdown({ startsAtFirst, ...props }: UserDropdownProps) {
  const first = useRef<HTMLAnchorElement>(null);
  const logout = useMutation({
    mutationFn: () => send("POST", calls.logout),
    onSuccess() {
      dropDrafts();
      goTo(paths.home());
    },
    onError: (error) => console.error("Logout failed:", error),
  });

  useEffect(() => {
    // The menu came after the key that opened it, and knows nothing of it.
    if (startsAtFirst) first.current?.focus();
  }, []);

  async function handleLogout() {
    if (await mayLeave()) logout.mutate();
  }

  return (
    // Not modal: the page behind stays as it is, and nothing has to be locked in place.
    <Root defaultOpen modal={false}>
      <Trigger
        className="user-menu-button"
        aria-label={`My Account: ${props.firstName} ${props.lastName}`}
      >
        <UserFace {...props} />
      </Trigger>
      {/* In its place and no portal: so it stays inside the header's landmark. */}
      <Content className="user-menu-content" align="end" sideOffset={6} collisionPadding={8}>
        <Label className="user-menu-title">My Account</Label>
        <Separator className="user-menu-line" />
        <Item asChild>
          <a ref={first} className="user-menu-item" href={paths.profile()}>
            <PersonIcon />
            Profile
          </a>
        </Item>
        <Item asChild>
          <a className="user-menu-item" href={paths.connections()}>
            <MailIcon />
            {connectionsLabel(props)}
          </a>
        </Item>
        {props.isStaff && (
          <Item asChild>
            <a className="user-menu-item" href={paths.program()}>
              <ShieldIcon />
              Program
            </a>
          </Item>
        )}
        <Item className="user-menu-item" onSelect={handleLogout}>
          <LogOutIcon />
          Log Out
        </Item>
      </Content>
    </Root>
  );
}
