import { DialogLink } from "../../ui/dialog-link.tsx";
import { MailIcon } from "../../ui/icons.tsx";
import { goTo } from "../../hydration/navigation.ts";
import { useOverlay } from "../../hydration/overlay.ts";
import type { ContactWay } from "../profile/contact.ts";

export interface ConnectProps {
  readonly name: string;
  /** The ways that this member shares; at least one. */
  readonly ways: readonly ContactWay[];
  /** The element of the page that shows the same ways. */
  readonly contactId: string;
}

const importDialog = () =>
  import("../profile/connect-dialog.tsx").then(({ ConnectDialog }) => ConnectDialog);

/** A link to the contact card that, once hydrated, opens the ways to reach a member at once. */
export function Connect({ name, ways, contactId }: ConnectProps) {
  const place = `#${contactId}`;
  // What the dialog shows stands on the page, too.
  const dialog = useOverlay(importDialog, () => goTo(place));

  return (
    <>
      <DialogLink href={place} onOpen={dialog.open}>
        <MailIcon />
        Connect
      </DialogLink>
      {dialog.Part && <dialog.Part name={name} ways={ways} onClose={dialog.close} />}
    </>
  );
}
