import { useEffect, useLayoutEffect, useState } from "react";
import { afterPaint } from "../../hydration/after-paint.ts";
import { directoryPath } from "./directory-path.ts";
import { type DirectoryName } from "../../paths.ts";
import type { View } from "./use-answer.ts";

/** A view that was asked for, and how it joins the history. */
export interface Step {
  readonly view: View;
  readonly by: "pushState" | "replaceState";
  /** Its address may come a frame after it: browsers take longer to write it than a key may take. */
  readonly isTyped?: boolean;
}

export interface Steps {
  /** The address follows when the view is drawn. */
  add(step: Step): void;
  /** Forgets views that are still being drawn: someone has gone back. */
  drop(): void;
  /** The address follows at once. */
  write(step: Step): void;
}

/**
 * History entries of a directory. An entry is written when its view is drawn, so that address, count
 * and list change together, also where drawing takes long.
 *
 * @param shown The view that is drawn.
 */
export function useSteps(name: DirectoryName, shown: View): Steps {
  const [steps] = useState(() => createSteps(name));
  useLayoutEffect(() => steps.handleDrawn(shown), [shown]);

  useEffect(() => {
    // People who leave by a link come back to what they saw.
    addEventListener("click", steps.writeLate, { capture: true });
    return () => removeEventListener("click", steps.writeLate, { capture: true });
  }, []);

  return steps;
}

function createSteps(name: DirectoryName) {
  let awaited: readonly Step[] = [];
  /** Steps that are drawn, and will be written once that is painted. */
  let late: readonly Step[] = [];

  function write({ view, by }: Step) {
    const path = directoryPath(name, view.query);
    // A choice that changes nothing leaves no step to go back over.
    if (path !== location.pathname + location.search) history[by]({ from: view.from }, "", path);
  }

  function writeLate() {
    const steps = late;
    late = [];
    steps.forEach(write);
  }

  return {
    write,
    writeLate,
    add(step: Step) {
      awaited = [...awaited, step];
    },
    drop() {
      awaited = [];
      late = [];
    },
    /** Views that were skipped, because a later one was drawn first, are entries of their own, too. */
    handleDrawn(shown: View) {
      const drawn = awaited.findIndex(({ view }) => view === shown) + 1;
      late = [...late, ...awaited.slice(0, drawn)];
      awaited = awaited.slice(drawn);
      if (late.length === 0) return;
      if (late.every(({ isTyped }) => isTyped)) void afterPaint().then(writeLate);
      else writeLate();
    },
  };
}
