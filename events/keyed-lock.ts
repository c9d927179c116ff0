import { within } from "./within.ts";

/** How long work waits for earlier work of the same key before it runs anyway. */
const defaultPatienceMs = 1000;

/** Runs work with the same key one after the other, so that fewer appends conflict. */
export class KeyedLock {
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(private readonly patienceMs = defaultPatienceMs) {}

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const result = before === undefined ? work() : within(this.patienceMs, before).then(work);
    const settled = result.catch(() => undefined);
    this.#last.set(key, settled);
    try {
      return await result;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}
