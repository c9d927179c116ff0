/**
 * What a page may cost. Sizes are gzip, of the production build; 1 KB is 1000 bytes.
 *
 * @module
 */
export const limits = {
  /** Script before someone touches the page, by what the page is for. */
  scriptBytes: { read: 10_000, directory: 95_000, used: 110_000 },
  /** A form that is used from the start has parts of its own; a directory is opened most. */
  scriptFiles: { read: 3, directory: 6, used: 20 },
  /** Script of a page once its islands answer; overlays load when they open. */
  liveScriptBytes: 110_000,
  styleBytes: 25_000,
  /** Of a page itself. A directory has the most: 24 cards, a hundred choices, and both once more as JSON. */
  htmlBytes: 14_000,
  /** The same before it is compressed: what a browser has to read. Each card of a search says why, and leads to a request. */
  rawHtmlBytes: 96_000,
  /** Cumulative layout shift while a page loads and comes to life, on a quick line and on a slow one. */
  layoutShift: 0.02,
  /** Wanted, not enforced: these depend on the machine. */
  largestPaintMs: 1800,
  /** From an input to the next paint. */
  interactionMs: 150,
} as const;
