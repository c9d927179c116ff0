/**
 * Upcasters: old event shapes become today's when they are read. What is stored never changes, and
 * neither does the hash over it. A step turns an event of one schema version into one of the next, and
 * a chain of steps leads to today's version.
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

/**
 * Upcaster of one type of event to the next schema version. Pure, part by part: what a step does not
 * name stays as it is, and so does a personal part of `null`.
 */
export interface UpcastStep {
  /** What the type is called from then on. */
  readonly type?: string;
  readonly facts?: (facts: Json) => Json;
  /** Is given the facts as they were before this step, too. */
  readonly personal?: (personal: Json, facts: Json) => Json;
}

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

/** The steps of a schema, which say since when facts are as they are today. */
export type UpcastSteps = EventSchema["steps"];

/**
 * Facts versions: the schema version since which the facts of a type are as today, for the types where
 * that is not the first. Who reads facts alone needs no step for what is not older, however often the
 * sealed part has changed since.
 */
export function factsVersions(steps: UpcastSteps): ReadonlyMap<string, number> {
  const versions = new Map<string, number>();
  for (const [from, ofVersion] of Object.entries(steps)) {
    for (const [type, step] of Object.entries(ofVersion)) {
      if (step.facts !== undefined) versions.set(step.type ?? type, Number(from) + 1);
    }
  }
  return versions;
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

function applied(step: UpcastStep, { type, facts, personal }: EventShape): EventShape {
  return {
    type: step.type ?? type,
    facts: step.facts?.(facts) ?? facts,
    personal: personal === null ? null : step.personal?.(personal, facts) ?? personal,
  };
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
      const step = stepFrom(at, shape.type);
      if (step !== undefined) shape = applied(step, shape);
    }
    return shape;
  }

  return Object.assign(upcast, { knows });
}
