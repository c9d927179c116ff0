import * as Primitive from "radix-ui/dialog";
import { type ReactNode, useState } from "react";
import { CloseIcon } from "./icons/icons.tsx";

interface DialogProps {
  readonly title: string;
  readonly description?: string;
  /** A click beside it does not close it, since work in it would be lost. */
  readonly staysOpen?: boolean;
  /** A drawer comes from the side and takes the whole height. */
  readonly shape?: "dialog" | "drawer";
  readonly onClose: () => void;
  readonly children?: ReactNode;
  /** Buttons at the bottom; in a drawer, they stay in view. */
  readonly actions?: ReactNode;
}

/**
 * A window over the page: keeps the focus inside while it is open, and gives it back afterwards.
 * Open as long as it is rendered; load it when it is needed.
 */
export function Dialog(props: DialogProps) {
  const { title, description, staysOpen, shape = "dialog", onClose, children, actions } = props;
  const [opener] = useState(() => document.activeElement);

  function handleOpenChange(isOpen: boolean) {
    if (!isOpen) onClose();
  }

  return (
    <Primitive.Root open onOpenChange={handleOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="dialog-overlay" />
        <Primitive.Content
          className={`dialog dialog-${shape}`}
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
            <Primitive.Title className="dialog-title">{title}</Primitive.Title>
            <Primitive.Close className="dialog-close icon-button" aria-label="Close">
              <CloseIcon />
            </Primitive.Close>
          </div>
          {description !== undefined && (
            <Primitive.Description className="quiet">
              {description}
            </Primitive.Description>
          )}
          {children && <div className="dialog-body">{children}</div>}
          {actions && <div className="dialog-actions">{actions}</div>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function isOpenCombobox(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[role="combobox"][aria-expanded="true"]');
}
