export interface Value {
  readonly text: string;
  /** Words that complete it, and a key shared with other spellings. */
  readonly words: readonly string[];
  readonly key: string;
}

export type Spell = (text: string) => Pick<Value, "words" | "key">;

export interface ValueCount {
  readonly value: Value;
  readonly count: number;
}

interface NumberedValue extends Value {
  /** From 1; 0 means no value. */
  readonly number: number;
  uses: number;
}

/** Selects slots, several times faster than a typed array's `filter`. */
export function slotsWhere(
  slots: Uint32Array,
  fulfills: (slot: number, at: number) => boolean,
): Uint32Array<ArrayBuffer> {
  const found = new Uint32Array(slots.length);
  let count = 0;
  for (let at = 0; at < slots.length; at++) {
    found[count] = slots[at]!;
    count += Number(fulfills(slots[at]!, at));
  }
  return found.subarray(0, count);
}

/** Each document's values of one kind, such as its location or help topics. */
export class Column {
  readonly #values = new Map<string, NumberedValue>();
  readonly #byNumber: (NumberedValue | undefined)[] = [undefined];
  readonly #freeNumbers: number[] = [];
  /** Value numbers by slot, with the same number of places for each document, padded with 0. */
  #held = new Uint32Array(64);
  #width = 1;
  /** Counted documents, by value number. */
  #counts = new Uint32Array(1);

  constructor(private readonly spell: Spell) {}

  find(text: string): Value | undefined {
    return this.#values.get(text);
  }

  completing(text: string): Value[] {
    return [...this.#values.values()]
      .filter(({ words }) => words.some((word) => word.startsWith(text)));
  }

  set(slot: number, texts: readonly (string | null)[]): void {
    const own = [...new Set(texts)].flatMap((text) => text ? [this.#valueOf(text)] : []);
    for (const value of own) value.uses++;
    if (own.length > this.#width) this.#widen(own.length);
    this.#held = withRoom(this.#held, (slot + 1) * this.#width);
    const places = this.#held.subarray(slot * this.#width, (slot + 1) * this.#width);
    for (const number of places) {
      const before = this.#byNumber[number];
      if (before !== undefined && --before.uses === 0) this.#drop(before);
    }
    places.fill(0);
    places.set(own.map(({ number }) => number));
  }

  /** By place in `slots`: 1 if the document has none of these values. */
  refuse(texts: readonly string[], slots: Uint32Array): Uint8Array {
    const [held, width] = [this.#held, this.#width];
    const refused = new Uint8Array(slots.length).fill(1);
    const isWanted = new Uint8Array(this.#byNumber.length);
    for (const text of texts) isWanted[this.#values.get(text)?.number ?? 0] = 1;
    isWanted[0] = 0;
    for (let place = 0; place < width; place++) {
      for (let at = 0; at < slots.length; at++) {
        refused[at]! &= 1 - isWanted[held[slots[at]! * width + place]!]!;
      }
    }
    return refused;
  }

  count(slots: Uint32Array): void {
    const [held, width, counts] = [this.#held, this.#width, this.#counts];
    // Place by place, since most columns have only one.
    for (let place = 0; place < width; place++) {
      for (let at = 0; at < slots.length; at++) counts[held[slots[at]! * width + place]!]!++;
    }
  }

  /** The counts of these values or of all, in any order, which are then reset to 0. */
  take(some: Iterable<Value> = this.#values.values()): ValueCount[] {
    const found = [...some as Iterable<NumberedValue>]
      .map((value) => ({ value, count: this.#counts[value.number]! }))
      .filter(({ count }) => count > 0);
    this.#counts.fill(0);
    return found;
  }

  #valueOf(text: string): NumberedValue {
    const known = this.#values.get(text);
    if (known !== undefined) return known;
    const number = this.#freeNumbers.pop() ?? this.#byNumber.length;
    const value = { text, ...this.spell(text), number, uses: 0 };
    this.#values.set(text, value);
    this.#byNumber[number] = value;
    this.#counts = withRoom(this.#counts, number + 1);
    return value;
  }

  #drop({ text, number }: NumberedValue): void {
    this.#values.delete(text);
    this.#byNumber[number] = undefined;
    this.#freeNumbers.push(number);
  }

  #widen(width: number): void {
    const slots = Math.floor(this.#held.length / this.#width);
    const wider = new Uint32Array(slots * width);
    for (let slot = 0; slot < slots; slot++) {
      wider.set(this.#held.subarray(slot * this.#width, (slot + 1) * this.#width), slot * width);
    }
    this.#held = wider;
    this.#width = width;
  }
}

/** The same numbers with room for `length` of them: the array itself, or a longer copy. */
function withRoom(
  numbers: Uint32Array<ArrayBuffer>,
  length: number,
): Uint32Array<ArrayBuffer> {
  if (length <= numbers.length) return numbers;
  const longer = new Uint32Array(Math.max(length, Math.ceil(1.5 * numbers.length)));
  longer.set(numbers);
  return longer;
}
