import type { ProfileDocument } from "../project-document.ts";
import { compareText, nameKey } from "../text.ts";
import { Order } from "./order.ts";

export class Members {
  /** By slot; empty if it is free. */
  readonly ids: string[] = [];
  readonly names: string[] = [];
  readonly #nameKeys: string[] = [];
  readonly #updatedAtMs: number[] = [];
  readonly #slots = new Map<string, number>();
  readonly #free: number[] = [];
  readonly recent = new Order((a, b) =>
    this.#updatedAtMs[b]! - this.#updatedAtMs[a]! || this.#compareIds(a, b)
  );
  readonly byName = new Order((a, b) =>
    compareText(this.#nameKeys[a]!, this.#nameKeys[b]!) || this.#compareIds(a, b)
  );

  get count(): number {
    return this.#slots.size;
  }

  find(memberId: string): number | undefined {
    return this.#slots.get(memberId);
  }

  set({ memberId, firstName, lastName, updatedAtMs }: ProfileDocument): number {
    const slot = this.find(memberId) ?? this.#free.pop() ?? this.ids.length;
    this.#slots.set(memberId, slot);
    this.#fill(slot, memberId, `${firstName} ${lastName}`.trim(), nameKey(firstName, lastName));
    this.#updatedAtMs[slot] = updatedAtMs;
    return slot;
  }

  remove(slot: number): void {
    this.#slots.delete(this.ids[slot]!);
    this.#fill(slot, "", "", "");
    this.#free.push(slot);
  }

  #fill(slot: number, id: string, name: string, key: string): void {
    this.ids[slot] = id;
    this.names[slot] = name;
    this.#nameKeys[slot] = key;
    for (const order of [this.recent, this.byName]) order.note(slot, id !== "");
  }

  #compareIds(a: number, b: number): number {
    return compareText(this.ids[a]!, this.ids[b]!);
  }
}
