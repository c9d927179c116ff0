/**
 * Old event shapes to today's, on read. What is stored never changes, and neither does the hash over
 * it: a step turns an event of one schema version into the next one's, and a chain of them leads to
 * today.
 *
 * @module
 */
import type { Json, Recorded } from "./event-log.ts";

/** What one event says. */
export interface EventShape {
  readonly type: string;
  readonly facts: Json;
  /** `null` when there never was any, it was erased, or whoever reads has no key. */
  readonly personal: Json;
}

/** Turns an event into what it is in the next schema version. Pure; keeps a `personal` of `null`. */
export type UpcastStep = (event: EventShape) => EventShape;

/** Which shapes a version of the product knows. */
export interface EventSchema {
  /** The version in which events are written today. */
  readonly version: number;
  /** Types that are there in today's version. */
  readonly types: ReadonlySet<string>;
  /** Steps by the version they start from and the type in it; without one, a shape stays as it is. */
  readonly steps: Readonly<Record<number, Readonly<Record<string, UpcastStep>>>>;
}

/** Where an event stands, and in which shape. */
export type StoredAs = Pick<Recorded, "position" | "type" | "schemaVersion">;

export interface Upcast {
  /**
   * An event in today's shape.
   *
   * @throws {UnknownEvent} When this version does not know its type or its shape.
   */
  (stored: StoredAs & Omit<EventShape, "type">): EventShape;
  /** Whether events that are stored so are known. */
  knows(stored: Omit<StoredAs, "position">): boolean;
}

/** An event that this version of the product cannot read: a later one wrote it. */
export class UnknownEvent extends Error {
  override readonly name = "UnknownEvent";

  constructor({ position, type, schemaVersion }: StoredAs) {
    super(
      `The event at log position ${position}, type "${type}" in schema version ${schemaVersion}, ` +
        "is unknown to this version of the product: start the version that wrote it, or a later one",
    );
  }
}

export function createUpcast({ version, types, steps }: EventSchema): Upcast {
  const stepFrom = (at: number, type: string) => {
    const ofVersion = steps[at];
    return ofVersion && Object.hasOwn(ofVersion, type) ? ofVersion[type] : undefined;
  };

  function knows({ type, schemaVersion }: Omit<StoredAs, "position">): boolean {
    if (!Number.isInteger(schemaVersion) || schemaVersion < 1 || schemaVersion > version) {
      return false;
    }
    if (types.has(type)) return true;
    for (let at = schemaVersion; at < version; at++) {
      if (stepFrom(at, type)) return true;
    }
    return false;
  }

  function upcast(stored: Parameters<Upcast>[0]): EventShape {
    if (!knows(stored)) throw new UnknownEvent(stored);
    const { type, facts, personal } = stored;
    let shape: EventShape = { type, facts, personal };
    for (let at = stored.schemaVersion; at < version; at++) {
      shape = stepFrom(at, shape.type)?.(shape) ?? shape;
    }
    return shape;
  }

  return Object.assign(upcast, { knows });
}
