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

/** Room that is reserved, not taken: a column grows where it is, and nothing is ever copied. */
const maxMembers = 2 ** 26;

/** One value in each column for every member, by the member's number. */
export function createColumns() {
  const columns = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [name, growing(kind)]),
  ) as Columns;
  let size = 0;
  return {
    columns,
    get size() {
      return size;
    },
    /** Makes room for this member; a new one's values are 0. */
    reach(member: number) {
      if (member < size) return;
      size = member + 1;
      if (size > columns.role.length) {
        for (const column of Object.values(columns)) grow(column, Math.ceil(size * 1.2));
      }
    },
  };
}

/** An array that is as long as its buffer, whatever that grows to. */
export function growing<
  Kind extends Uint32ArrayConstructor | Uint16ArrayConstructor | Uint8ArrayConstructor,
>(
  kind: Kind,
): InstanceType<Kind> {
  const { BYTES_PER_ELEMENT: bytes } = kind;
  const buffer = new ArrayBuffer(1024 * bytes, { maxByteLength: 4 * maxMembers * bytes });
  return new kind(buffer) as InstanceType<Kind>;
}

/** @throws {RangeError} When there are more than can be counted. */
export function grow(
  { buffer, BYTES_PER_ELEMENT: bytes }: Uint32Array | Uint16Array | Uint8Array,
  length: number,
): void {
  (buffer as ArrayBuffer).resize(length * bytes);
}
