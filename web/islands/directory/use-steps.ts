import { useEffect, useLayoutEffect, useState } from "react";
import { afterPaint } from "../../hydration/after-paint.ts";
import { directoryPath } from "./directory-path.ts";
import { type DirectoryName } from "../../paths.ts";
import type { View } from "./use-answer.ts";

/** A requested view, and how it is written to the history. */
export interface Step {
  readonly view: View;
  readonly by: "pushState" | "replaceState";
  /** Whether its address may be written a frame later: that takes browsers longer than a key may take. */
  readonly isTyped?: boolean;
}

export interface Steps {
  /** Writes the address when the view is rendered. */
  add(step: Step): void;
  /** Drops views that are still being rendered: someone has gone back. */
  drop(): void;
  /** Writes the address at once. */
  write(step: Step): void;
}

/**
 * History entries of a directory. An entry is written when its view is rendered, so that address,
 * count and list change together, even if rendering takes long.
 *
 * @param shown The rendered view.
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
  /** Rendered steps that will be written after the next paint. */
  let late: readonly Step[] = [];

  function write({ view, by }: Step) {
    const path = directoryPath(name, view.query);
    // A choice that changes nothing adds no history entry.
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
    /** Views that were skipped, because a later one was rendered first, get entries, too. */
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
