/** Frames come no more often than the screen shows them, and not at all while a page is hidden. */
const longestFrameMs = 100;

/**
 * Next paint: resolves once the latest changes are visible. Slow work, such as loading rules, comes after it, so
 * that a pressed button changes first.
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
