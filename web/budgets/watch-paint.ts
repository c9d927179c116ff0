declare global {
  var paint: { layoutShift: number; largestPaintMs: number };
}

/** Runs in the page, before anything of it does, and keeps count in `globalThis.paint`. */
export function watchPaint(): void {
  interface LayoutShift extends PerformanceEntry {
    readonly value: number;
  }
  globalThis.paint = { layoutShift: 0, largestPaintMs: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      globalThis.paint.layoutShift += (entry as LayoutShift).value;
    }
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.paint.largestPaintMs = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
}
