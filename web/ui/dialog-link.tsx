import type { KeyboardEvent, MouseEvent } from "react";
import { ButtonLink, type ButtonLinkProps } from "./button.tsx";
import { useHasScript } from "./has-script.ts";

export interface DialogLinkProps extends ButtonLinkProps {
  readonly onOpen: () => void;
}

/** A link to a page that, once there is script, is a button that opens a dialog instead. */
export function DialogLink({ onOpen, ...link }: DialogLinkProps) {
  const hasScript = useHasScript();

  function handleClick(event: MouseEvent) {
    event.preventDefault();
    onOpen();
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== " ") return;
    event.preventDefault();
    onOpen();
  }

  return (
    <ButtonLink
      {...link}
      {...(hasScript && { role: "button", "aria-haspopup": "dialog" })}
      onClick={handleClick}
      onKeyDown={handleKeyDown}
    />
  );
}
