/** Bytes that a member takes are what a large log's memory is made of: seconds, codes and flags. */
const kinds = {
  /** Seconds since 1970; 0 is never. So, too, the other times. */
  registeredAt: Uint32Array,
  /** When a role was chosen first. */
  roleAt: Uint32Array,
  /** When a profile was created first. */
  profileAt: Uint32Array,
  /** When others could see the profile first. */
  visibleAt: Uint32Array,
  /** When the profile was created or changed last. */
  changedAt: Uint32Array,
  /** One bit for each help topic. */
  topics: Uint32Array,
  classYear: Uint16Array,
  role: Uint8Array,
  rank: Uint8Array,
  branch: Uint8Array,
  dutyStatus: Uint8Array,
  industry: Uint8Array,
  region: Uint8Array,
  hasProfile: Uint8Array,
  isVisible: Uint8Array,
  isErased: Uint8Array,
} as const;

export type Columns = {
  readonly [Name in keyof typeof kinds]: InstanceType<(typeof kinds)[Name]>;
};

/** One value in each column for every member, by the member's number. */
export function createColumns() {
  let columns = columnsOf((kind) => new kind(1024));
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
      if (size <= columns.role.length) return;
      const room = Math.ceil(size * 1.2);
      columns = columnsOf((kind, name) => enlarged(kind, columns[name], room));
    },
  };
}

type Kind = (typeof kinds)[keyof typeof kinds];

function columnsOf(make: (kind: Kind, name: keyof Columns) => InstanceType<Kind>): Columns {
  const names = Object.keys(kinds) as (keyof Columns)[];
  return Object.fromEntries(names.map((name) => [name, make(kinds[name], name)])) as Columns;
}

/** The old array's memory is given back at once, and not when garbage is collected. */
function enlarged(kind: Kind, { buffer }: InstanceType<Kind>, length: number): InstanceType<Kind> {
  return new kind((buffer as ArrayBuffer).transfer(length * kind.BYTES_PER_ELEMENT));
}
