import { IconButton } from "@radix-ui/themes";
import { useAtomValue } from "jotai/react";
import { atom } from "jotai/vanilla";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { Close, Description, Provider, Root, Title, Viewport } from "radix-ui/toast";
import { store } from "../hydration/storage.ts";
import { CloseIcon } from "../ui/icons.tsx";
import type { Toast } from "./toast.ts";

const defaultMs = 5000;
const swipeThresholdPixels = 50;

/** The current toast. An atom, since islands are separate React trees, and scripts have none. */
const toastAtom = atom<ToasterProps | undefined>(undefined);
let isStarted = false;

/** Shows a toast instead of the previous one, and announces it; `undefined` hides it. */
export function showToast(toast: Toast | undefined): void {
  const region = document.getElementById("toasts");
  if (!isStarted) {
    isStarted = true;
    // Radix has its own region, to which F8 moves.
    for (const name of ["role", "aria-label", "tabindex"]) region?.removeAttribute(name);
    createRoot((region ?? document.body).appendChild(document.createElement("div")))
      .render(<CurrentToast />);
  }
  announce(region?.querySelector("[role=status]"), toast);
  store.set(toastAtom, (before) => toast && { toast, number: (before?.number ?? 0) + 1 });
}

const announcedMs = 1000;

/** Announces a toast once. The text is removed again, so that it isn't found twice. */
function announce(status: Element | null | undefined, toast: Toast | undefined): void {
  if (!status) return;
  status.textContent = toast ? [toast.title, toast.description ?? ""].join(". ") : "";
  setTimeout(() => status.textContent = "", announcedMs);
}

function CurrentToast() {
  const current = useAtomValue(toastAtom);
  return current && <Toaster {...current} />;
}

interface ToasterProps {
  readonly toast: Toast;
  /** Distinguishes it from the previous one. */
  readonly number: number;
}

/** Shows one toast at a time. F8 moves the focus to it. It can be swiped away to the right. */
export function Toaster({ toast, number }: ToasterProps) {
  const [closed, setClosed] = useState(0);
  const isOpen = number !== closed;

  return (
    <Provider swipeDirection="right" swipeThreshold={swipeThresholdPixels} duration={defaultMs}>
      <Root
        key={number}
        className={`toast toast-${toast.variant ?? "default"}`}
        open={isOpen}
        onOpenChange={(open) =>
          !open && setClosed(number)}
        duration={toast.durationMs ?? defaultMs}
      >
        {/* The page's own region announces it, since it exists already. */}
        <div className="toast-text" data-radix-toast-announce-exclude="">
          <Title className="toast-title">{toast.title}</Title>
          {toast.description && (
            <Description className="toast-description">{toast.description}</Description>
          )}
        </div>
        <Close asChild>
          <IconButton
            type="button"
            size="3"
            variant="ghost"
            color="gray"
            className="toast-close"
            aria-label="Close"
          >
            <CloseIcon />
          </IconButton>
        </Close>
      </Root>
      <Viewport className="toast-viewport" />
    </Provider>
  );
}
