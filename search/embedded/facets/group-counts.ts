/**
 * Facet counts of single groups, for suggestions: most of them complete values of one group or two.
 * Where more than half of the documents match, the others are counted and subtracted from the totals.
 *
 * @module
 */
import type { Role } from "../../../events/vocabulary.ts";
import { type FacetGroup, facetGroups } from "../../facets.ts";
import { bitsLength, countBits, listBits } from "../memory/bits.ts";
import type { FacetColumn } from "./facet-column.ts";
import type { FilterMask } from "./filter-masks.ts";
import { type Growing, lengthen } from "../memory/growth.ts";
import { admittedKinds, type Slots } from "../memory/slots.ts";
import type { Tally } from "./tally.ts";

/** Lets `read` ask how many documents hold a value of a group. */
export type CountGroup = <T>(
  group: FacetGroup,
  read: (holdersOf: (value: number) => number) => T,
) => T;

export interface GroupCounts extends Growing {
  /**
   * Counts what a mask lets through, or those of it that are in the set `among`; until the next
   * call.
   */
  of(mask: FilterMask, role: Role | undefined, among?: Uint32Array): CountGroup;
}

/** @param columns By place in `facetGroups`, as `tallies`. */
export function createGroupCounts(
  slots: Slots,
  columns: readonly FacetColumn[],
  tallies: readonly Tally[],
): GroupCounts {
  let bits = new Uint32Array(0);
  let listed = new Uint32Array(0);

  function of(
    { filtered, passing, relevant }: FilterMask,
    role: Role | undefined,
    among?: Uint32Array,
  ): CountGroup {
    const admitted = admittedKinds(role);
    const everyone = slots.everyone(role);
    const areMost = filtered.length === 0 && among !== undefined &&
      countBits(among) * 2 > everyone.count;
    /** Set once the slots are listed that groups without a filter count. */
    let unfiltered: number | undefined;

    function list(own: Uint32Array | undefined): number {
      if (own === undefined && unfiltered !== undefined) return unfiltered;
      const most = areMost ? -1 : 0;
      for (let at = 0; at < passing.length; at++) {
        // What this group alone refuses counts, too.
        const alone = own === undefined ? 0 : relevant[at]! & ~own[at]!;
        const wanted = among === undefined ? -1 : among[at]! ^ most;
        bits[at] = (passing[at]! | alone) & wanted;
      }
      const count = listBits(bits, listed);
      unfiltered = own === undefined ? count : undefined;
      return count;
    }

    return (name, read) => {
      const group = facetGroups.indexOf(name);
      const totalOf = (value: number) => columns[group]!.values.totalOf(value, admitted);
      const own = filtered.find((one) => one.group === group)?.accepts;
      const areAll = among === undefined && filtered.length === (own === undefined ? 0 : 1);
      if (areAll) return read(totalOf);
      const tally = tallies[group]!;
      tally.add(listed, list(own));
      return tally.read((countOf) =>
        read(areMost ? (value) => totalOf(value) - countOf(value) : countOf)
      );
    };
  }

  return {
    of,
    grow: (capacity) => [
      () => {
        bits = new Uint32Array(bitsLength(capacity));
      },
      ...lengthen(capacity, () => listed, (longer) => listed = longer),
    ],
  };
}
