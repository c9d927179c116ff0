/** Bytes that a member takes are what a large log's memory is made of: seconds, codes and flags. */
const make = (length: number) => ({
  /** Seconds since 1970; 0 is never. So, too, the other times. */
  registeredAt: new Uint32Array(length),
  /** When a role was chosen first. */
  roleAt: new Uint32Array(length),
  /** When a profile was created first. */
  profileAt: new Uint32Array(length),
  /** When others could see the profile first. */
  visibleAt: new Uint32Array(length),
  /** When the profile was created or changed last. */
  changedAt: new Uint32Array(length),
  /** One bit for each help topic. */
  topics: new Uint32Array(length),
  classYear: new Uint16Array(length),
  role: new Uint8Array(length),
  rank: new Uint8Array(length),
  branch: new Uint8Array(length),
  dutyStatus: new Uint8Array(length),
  industry: new Uint8Array(length),
  region: new Uint8Array(length),
  hasProfile: new Uint8Array(length),
  isVisible: new Uint8Array(length),
  isErased: new Uint8Array(length),
});

export type Columns = ReturnType<typeof make>;

/** One value in each column for every member, by the member's number. */
export function createColumns() {
  let columns = make(1024);
  let size = 0;
  return {
    get columns(): Columns {
      return columns;
    },
    get size() {
      return size;
    },
    /** Makes room for this member; a new one's values are 0. */
    reach(member: number) {
      if (member < size) return;
      size = member + 1;
      const room = columns.role.length;
      if (size <= room) return;
      const larger = make(Math.ceil(Math.max(size, room * 1.5)));
      for (const name of Object.keys(columns) as (keyof Columns)[]) {
        larger[name].set(columns[name]);
      }
      columns = larger;
    },
  };
}
