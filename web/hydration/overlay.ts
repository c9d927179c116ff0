import { type ComponentType, useState } from "react";
import { toastNotLoaded } from "../toasts/toasts.ts";

export interface Overlay<Props extends object> {
  /** The overlay itself, while it is open and loaded. */
  readonly Part: ComponentType<Props> | undefined;
  /** Loads it before it is opened, so that it opens at once. */
  preload(): void;
  open(): void;
  close(): void;
}

/**
 * Overlay (dialog, drawer or menu) whose script loads on first use. `React.lazy` will not do: a failed
 * load takes the whole island down, and is never retried.
 *
 * @param otherwise Fallback when it cannot be loaded; a toast says so by default.
 */
export function useOverlay<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  otherwise: () => void = toastNotLoaded,
): Overlay<Props> {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  const [isOpen, setOpen] = useState(false);

  function close() {
    setOpen(false);
  }

  return {
    Part: isOpen ? Loaded : undefined,
    preload() {
      load().catch(() => {
        // Opening it will report the error.
      });
    },
    open() {
      setOpen(true);
      load().then(
        (part) => setLoaded(() => part),
        () => {
          close();
          otherwise();
        },
      );
    },
    close,
  };
}
