import { useLayoutEffect, useState } from "react";
import { type DirectoryName, directoryPath } from "../../paths.ts";
import type { View } from "./use-answer.ts";

/** A view that was asked for, and how it joins the history. */
export interface Step {
  readonly view: View;
  readonly by: "pushState" | "replaceState";
}

export interface Steps {
  /** The address follows when the view is drawn. */
  add(step: Step): void;
  /** Who goes back does not want what was still being drawn. */
  drop(): void;
  /** The address follows at once. */
  write(step: Step): void;
}

/**
 * Steps of the history, each written when its view shows: address, count and list of a directory
 * change together, however long the list takes to draw.
 *
 * @param shown The view that is drawn.
 */
export function useSteps(name: DirectoryName, shown: View): Steps {
  const [steps] = useState(() => createSteps(name));
  useLayoutEffect(() => steps.handleDrawn(shown), [shown]);
  return steps;
}

function createSteps(name: DirectoryName) {
  let awaited: readonly Step[] = [];

  function write({ view, by }: Step) {
    const path = directoryPath(name, view.query);
    // A choice that changes nothing leaves no step to go back over.
    if (path !== location.pathname + location.search) history[by]({ from: view.from }, "", path);
  }

  return {
    write,
    add(step: Step) {
      awaited = [...awaited, step];
    },
    drop() {
      awaited = [];
    },
    /** What was overtaken before it was drawn is a step of its own, too. */
    handleDrawn(shown: View) {
      const drawn = awaited.findIndex(({ view }) => view === shown) + 1;
      awaited.slice(0, drawn).forEach(write);
      awaited = awaited.slice(drawn);
    },
  };
}
