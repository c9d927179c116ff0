import { Dialog as RadixDialog, IconButton } from "@radix-ui/themes";
import { type ReactNode, useState } from "react";
import { CloseIcon } from "./icons.tsx";

interface DialogProps {
  readonly title: string;
  readonly description?: string;
  /** A click beside it doesn't close it, since work in it would be lost. */
  readonly staysOpen?: boolean;
  /** A drawer slides in from the side and has the full height. */
  readonly shape?: "dialog" | "drawer";
  readonly onClose: () => void;
  readonly children?: ReactNode;
  /** Buttons at the bottom. In a drawer, they stay in view. */
  readonly actions?: ReactNode;
}

/**
 * A window over the page. It keeps the focus inside while it is open, and returns it afterwards. It
 * is open as long as it is rendered; load it when it is needed.
 */
export function Dialog(props: DialogProps) {
  const { title, description, staysOpen, shape = "dialog", onClose, children, actions } = props;
  const [opener] = useState(() => document.activeElement);

  function handleOpenChange(isOpen: boolean) {
    if (!isOpen) onClose();
  }

  return (
    <RadixDialog.Root open onOpenChange={handleOpenChange}>
      <RadixDialog.Content
        className={`dialog-${shape}`}
        maxWidth={shape === "drawer" ? "24rem" : "28rem"}
        {...(description === undefined && { "aria-describedby": undefined })}
        // An open list inside it closes first.
        onEscapeKeyDown={(event) => isOpenCombobox(event.target) && event.preventDefault()}
        onInteractOutside={(event) => staysOpen && event.preventDefault()}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (opener instanceof HTMLElement) opener.focus();
        }}
      >
        <div className="dialog-head">
          <RadixDialog.Title mb="0" trim="normal">{title}</RadixDialog.Title>
          <RadixDialog.Close>
            <IconButton type="button" size="3" variant="ghost" color="gray" aria-label="Close">
              <CloseIcon />
            </IconButton>
          </RadixDialog.Close>
        </div>
        {description !== undefined && (
          <RadixDialog.Description size="2" color="gray">{description}</RadixDialog.Description>
        )}
        {children && <div className="dialog-body">{children}</div>}
        {actions && <div className="dialog-actions">{actions}</div>}
      </RadixDialog.Content>
    </RadixDialog.Root>
  );
}

function isOpenCombobox(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[role="combobox"][aria-expanded="true"]');
}
