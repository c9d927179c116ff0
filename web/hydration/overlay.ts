import { useAtom } from "jotai/react";
import { atom, type PrimitiveAtom } from "jotai/vanilla";
import { type ComponentType, useState } from "react";
import { afterPaint } from "./after-paint.ts";
import { toastNotLoaded } from "../toasts/toasts.ts";

/**
 * Overlay (dialog, drawer or menu) whose script loads on first use. `React.lazy` isn't suitable: a
 * failed load breaks the whole island, and is never retried.
 * @param shared State of whether it is open, for overlays that other components know of.
 */
export function useOverlay<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  shared?: PrimitiveAtom<boolean>,
) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  const [isOpen, setOpen] = useAtom(useState(() => shared ?? atom(false))[0]);
  const close = () => setOpen(false);

  /** After the press is painted, since an overlay with hundreds of choices takes longer to draw. */
  async function open() {
    await afterPaint();
    setOpen(true);
    load().then((part) => setLoaded(() => part), () => {
      close();
      toastNotLoaded();
    });
  }

  /** The overlay itself, while it is open and loaded. */
  const Part = isOpen ? Loaded : undefined;
  /** Loads it early, so that it opens immediately. Opening it reports an error. */
  const preload = () => void load().catch(() => {});
  return { Part, preload, open, close };
}
