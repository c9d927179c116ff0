import { lazy, Suspense, useState } from "react";
import { DialogLink } from "../ui/dialog-link.tsx";
import { MailIcon } from "../ui/icons.tsx";
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

  return (
    <>
      <DialogLink href={`#${contactId}`} onOpen={() => setOpen(true)}>
        <MailIcon />
        Connect
      </DialogLink>
      {isOpen && (
        <Suspense fallback={null}>
          <ConnectDialog name={name} ways={ways} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
