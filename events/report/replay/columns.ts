/**
 * Growing columns of numbers, one value a member. Nearly all memory of a large log's replay is the bytes
 * of its members: so times are seconds, and everything else is a code or a flag.
 *
 * @module
 */
type ColumnKind = Uint32ArrayConstructor | Uint16ArrayConstructor | Uint8ArrayConstructor;
type ColumnKinds = Readonly<Record<string, ColumnKind>>;
type Column = Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** Columns by name. A column is another array once it has grown: read it anew after each event. */
export type Columns<Kinds extends ColumnKinds> = {
  readonly [Name in keyof Kinds]: InstanceType<Kinds[Name]>;
};

/** One value in each column for every member, by the member's number. */
export function createColumns<Kinds extends ColumnKinds>(kinds: Kinds) {
  const columns: Record<string, Column> = {};
  for (const [name, kind] of Object.entries(kinds)) columns[name] = new kind(firstRoom);
  let size = 0;
  let room = firstRoom;
  return {
    columns: columns as Columns<Kinds>,
    size: () => size,
    /** Makes room for this member; a new one's values are 0. */
    reach(member: number) {
      if (member < size) return;
      size = member + 1;
      if (size <= room) return;
      room = Math.ceil(size * 1.2);
      for (const [name, column] of Object.entries(columns)) columns[name] = grown(column, room);
    },
    /** Forgets all members, and keeps the room. */
    clear() {
      for (const column of Object.values(columns)) column.fill(0, 0, size);
      size = 0;
    },
  };
}

const firstRoom = 1024;

/**
 * The same numbers with room for more, in an array of its own: one over a buffer that grows where it is
 * would copy nothing, but is three times as slow until the compiler has seen much of it. The old one is
 * gone at once, not when it is collected.
 *
 * @throws {RangeError} When there are more than can be counted.
 */
function grown<Array extends Column>(column: Array, length: number): Array {
  const buffer = column.buffer.transfer(length * column.BYTES_PER_ELEMENT);
  return new (column.constructor as new (buffer: ArrayBuffer) => Array)(buffer);
}
