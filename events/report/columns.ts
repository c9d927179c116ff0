/**
 * Columns of numbers that grow where they are. Bytes that a member takes are what a large log's memory
 * is made of: so times are seconds, and everything else is a code or a flag.
 *
 * @module
 */
type ColumnKind = Uint32ArrayConstructor | Uint16ArrayConstructor | Uint8ArrayConstructor;
type ColumnKinds = Readonly<Record<string, ColumnKind>>;

export type Columns<Kinds extends ColumnKinds> = {
  readonly [Name in keyof Kinds]: InstanceType<Kinds[Name]>;
};

/** Room that is reserved, not taken: a column grows where it is, and nothing is ever copied. */
const maxMembers = 2 ** 26;

/** One value in each column for every member, by the member's number. */
export function createColumns<Kinds extends ColumnKinds>(kinds: Kinds) {
  const columns = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [name, growing(kind)]),
  ) as Columns<Kinds>;
  const all: readonly InstanceType<ColumnKind>[] = Object.values(columns);
  let size = 0;
  let room = firstRoom;
  return {
    columns,
    get size() {
      return size;
    },
    /** Makes room for this member; a new one's values are 0. */
    reach(member: number) {
      if (member < size) return;
      size = member + 1;
      if (size <= room) return;
      room = Math.ceil(size * 1.2);
      for (const column of all) grow(column, room);
    },
    /** Forgets all members, and keeps the room. */
    clear() {
      for (const column of all) column.fill(0, 0, size);
      size = 0;
    },
  };
}

const firstRoom = 1024;

/** An array that is as long as its buffer, whatever that grows to. */
export function growing<Kind extends ColumnKind>(kind: Kind): InstanceType<Kind> {
  const { BYTES_PER_ELEMENT: bytes } = kind;
  const buffer = new ArrayBuffer(firstRoom * bytes, { maxByteLength: 4 * maxMembers * bytes });
  return new kind(buffer) as InstanceType<Kind>;
}

/** @throws {RangeError} When there are more than can be counted. */
export function grow(
  { buffer, BYTES_PER_ELEMENT: bytes }: InstanceType<ColumnKind>,
  length: number,
): void {
  (buffer as ArrayBuffer).resize(length * bytes);
}
