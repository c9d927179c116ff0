/**
 * Filter masks: sets of bits that say which documents a query's filters let through. A document that
 * no group refuses is a hit. One that exactly one group refuses is none, but counts in that group, as
 * it would be a hit without that group's filter. One that several groups refuse matters nowhere,
 * whatever the text is.
 *
 * @module
 */
import { facetGroups } from "../../facets.ts";
import type { Filters } from "../../profile-search.ts";
import { bitsLength } from "../memory/bits.ts";
import type { Growing } from "../memory/growth.ts";
import type { FacetColumn } from "./facet-column.ts";

export interface FilterMask {
  /** The documents that no group refuses. */
  readonly passing: Uint32Array;
  /** The documents that at most one group refuses. */
  readonly relevant: Uint32Array;
  /** The groups that have filters, by their place in `facetGroups`, and what each lets through. */
  readonly filtered: readonly { readonly group: number; readonly accepts: Uint32Array }[];
}

export interface FilterMasks extends Growing {
  /**
   * @param everyone The documents that the filters are applied to.
   * @returns Sets that last until the next call.
   */
  make(filters: Filters, everyone: Uint32Array): FilterMask;
}

export function createFilterMasks(columns: readonly FacetColumn[]): FilterMasks {
  let passing = new Uint32Array(0);
  let relevant = new Uint32Array(0);
  let accepted = columns.map(() => new Uint32Array(0));

  function make(filters: Filters, everyone: Uint32Array): FilterMask {
    const filtered = facetGroups.flatMap((name, group) => {
      const accepts = accepted[group]!;
      if (filters[name].length === 0) return [];
      columns[group]!.collect(filters[name], accepts);
      return [{ group, accepts }];
    });
    if (filtered.length === 0) return { passing: everyone, relevant: everyone, filtered };
    combine(filtered.map(({ accepts }) => accepts), everyone);
    return { passing, relevant: filtered.length === 1 ? everyone : relevant, filtered };
  }

  function combine(sets: readonly Uint32Array[], everyone: Uint32Array): void {
    for (let at = 0; at < everyone.length; at++) {
      let refusedOnce = 0;
      let refusedTwice = 0;
      for (let set = 0; set < sets.length; set++) {
        const refused = ~sets[set]![at]!;
        refusedTwice |= refusedOnce & refused;
        refusedOnce |= refused;
      }
      passing[at] = everyone[at]! & ~refusedOnce;
      relevant[at] = everyone[at]! & ~refusedTwice;
    }
  }

  return {
    make,
    grow(capacity) {
      return [() => {
        const length = bitsLength(capacity);
        passing = new Uint32Array(length);
        relevant = new Uint32Array(length);
        accepted = columns.map(() => new Uint32Array(length));
      }];
    },
  };
}
