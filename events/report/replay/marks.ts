import { createColumns } from "./columns.ts";

/** Marks of members: who did something in a cycle. They take a byte a member while there is a log to read. */
export function createMarks() {
  const marks = createColumns({ mask: Uint8Array });
  return {
    get mask() {
      return marks.columns.mask;
    },
    size: () => marks.size(),
    mark(member: number) {
      marks.reach(member);
      marks.columns.mask[member] = 1;
    },
    /** Forgets all of them. */
    clear: () => marks.clear(),
  };
}
