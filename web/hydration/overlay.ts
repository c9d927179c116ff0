import { useAtom } from "jotai/react";
import { atom, type PrimitiveAtom } from "jotai/vanilla";
import { type ComponentType, useState } from "react";
import { afterPaint } from "./after-paint.ts";
import { toastNotLoaded } from "../toasts/toasts.ts";

/**
 * Overlay (dialog, drawer or menu) whose script loads on first use. `React.lazy` will not do: a failed
 * load takes the whole island down, and is never retried.
 *
 * @param shared Whether it is open, where others than its component know.
 */
export function useOverlay<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  shared?: PrimitiveAtom<boolean>,
) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  const [isOpen, setOpen] = useAtom(useState(() => shared ?? atom(false))[0]);
  const close = () => setOpen(false);

  /** Once the press is painted: an overlay with hundreds of choices takes longer to draw. */
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
  /** Loads it before it is opened, so that it opens at once. Opening it reports an error. */
  const preload = () => void load().catch(() => {});
  return { Part, preload, open, close };
}
