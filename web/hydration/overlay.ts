import { type ComponentType, useState } from "react";
import { toast } from "../toasts/toasts.ts";

export interface Overlay<Props extends object> {
  /** The overlay itself, while it is open and loaded. */
  readonly Part: ComponentType<Props> | undefined;
  /** To be called before it is opened, so that it opens at once. */
  preload(): void;
  open(): void;
  close(): void;
}

/**
 * Something that opens over the page and loads when it is first wanted. Not by `React.lazy`: what
 * that could not load takes the whole island with it, and is never asked for again.
 *
 * @param otherwise Takes its place when it cannot be loaded; says so, unless told.
 */
export function useOverlay<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  otherwise: () => void = tellNotLoaded,
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
        // Opening it will tell.
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

function tellNotLoaded(): void {
  toast({
    variant: "destructive",
    title: "This cannot be opened",
    description: "Please check your connection and try again.",
  });
}
