import type { ComponentProps } from "react";

interface TableProps extends ComponentProps<"table"> {
  /** Name of the scrolling frame of a table that is wider than its page. */
  readonly scrollLabel?: string;
}

/**
 * The root for rows and cells of Radix's Table. Radix's own scrolls in an area that writes a
 * `<style>`, which the pages' policy refuses.
 */
export function TableRoot({ scrollLabel, ...table }: TableProps) {
  return (
    <div
      className="table rt-TableRoot rt-r-size-2 rt-variant-ghost"
      {...scrollLabel && { role: "group", "aria-label": scrollLabel, tabIndex: 0 }}
    >
      <table className="rt-TableRootTable" {...table} />
    </div>
  );
}
