import { type KeyboardEvent, lazy, type MouseEvent, Suspense, useState } from "react";
import { ButtonLink } from "../ui/button.tsx";
import { MailIcon } from "../ui/icons.tsx";
import { useHasScript } from "../ui/has-script.ts";
import type { ContactWay } from "./profile/contact.ts";

export interface ConnectProps {
  readonly name: string;
  /** The ways that this member shares; at least one. */
  readonly ways: readonly ContactWay[];
  /** The element of the page that shows the same ways. */
  readonly contactId: string;
}

const ConnectDialog = lazy(() =>
  import("./profile/connect-dialog.tsx").then(({ ConnectDialog }) => ({ default: ConnectDialog }))
);

/** A link to the contact card that, once hydrated, opens the ways to reach a member at once. */
export function Connect({ name, ways, contactId }: ConnectProps) {
  const [isOpen, setOpen] = useState(false);
  const hasScript = useHasScript();

  function handleClick(event: MouseEvent) {
    event.preventDefault();
    setOpen(true);
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== " ") return;
    event.preventDefault();
    setOpen(true);
  }

  return (
    <>
      <ButtonLink
        href={`#${contactId}`}
        {...(hasScript && { role: "button", "aria-haspopup": "dialog" })}
        onClick={handleClick}
        onKeyDown={handleKeyDown}
      >
        <MailIcon />
        Connect
      </ButtonLink>
      {isOpen && (
        <Suspense fallback={null}>
          <ConnectDialog name={name} ways={ways} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
