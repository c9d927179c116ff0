/** Frames come no more often than the screen shows them, and not at all while a page is hidden. */
const longestFrameMs = 100;

/**
 * Next paint: resolves once what changed just now can be seen. What takes long, such as loading rules, comes
 * after: a button that was pressed answers first.
 */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, longestFrameMs);
    requestAnimationFrame(() => {
      clearTimeout(late);
      // A frame's callbacks run before it is painted, a task after.
      setTimeout(resolve);
    });
  });
}
