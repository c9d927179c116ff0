import { useAtomValue } from "jotai/react";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { Close, Description, Provider, Root, Title, Viewport } from "radix-ui/toast";
import { CloseIcon } from "../ui/icons.tsx";
import { store, toastAtom } from "../hydration/store.ts";

const defaultMs = 5000;
const swipeThresholdPixels = 50;

let isStarted = false;

/** Puts the toaster on the page; calling it again changes nothing. */
export function startToaster(): void {
  if (isStarted) return;
  isStarted = true;
  const element = document.createElement("div");
  document.body.append(element);
  createRoot(element).render(<Toaster />);
}

/** Shows one toast at a time. F8 moves the focus to it; it can be swiped away to the right. */
export function Toaster() {
  const toast = useAtomValue(toastAtom, { store });
  const [closed, setClosed] = useState(0);
  const isOpen = toast !== undefined && toast.number !== closed;

  return (
    <Provider swipeDirection="right" swipeThreshold={swipeThresholdPixels} duration={defaultMs}>
      {toast && (
        <Root
          key={toast.number}
          className={`toast toast-${toast.variant ?? "default"}`}
          open={isOpen}
          onOpenChange={(open) => !open && setClosed(toast.number)}
          duration={toast.durationMs ?? defaultMs}
        >
          <div className="toast-text">
            <Title className="toast-title">{toast.title}</Title>
            {toast.description && (
              <Description className="toast-description">{toast.description}</Description>
            )}
          </div>
          <Close className="toast-close" aria-label="Close">
            <CloseIcon />
          </Close>
        </Root>
      )}
      <Viewport className="toast-viewport" />
    </Provider>
  );
}
