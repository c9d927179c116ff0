/** Upcasters convert old event shapes on read, one version a step. Stored events never change. */
import type { Json, Recorded } from "./event-log.ts";

export interface EventShape {
  readonly type: string;
  readonly facts: Json;
  /** `null` if there was none, it was erased, or the reader has no key. */
  readonly personal: Json;
}

/** Converts one type of event to the next version. An absent part, or one that is `null`, stays as it is. */
export interface UpcastStep {
  readonly type?: string;
  readonly facts?: (facts: Json) => Json;
  /** Also gets the facts before this step. */
  readonly personal?: (personal: Json, facts: Json) => Json;
}

export interface EventSchema {
  readonly version: number;
  readonly types: ReadonlySet<string>;
  /** Steps by the version they start from and the type in it. Without a step, the shape stays as it is. */
  readonly steps: Readonly<Record<number, Readonly<Record<string, UpcastStep>>>>;
}

/** Where an event is stored, and in which shape. */
export type StoredAs = Pick<Recorded, "position" | "type" | "schemaVersion">;

export type Upcast = ReturnType<typeof createUpcast>;

export class UnknownEvent extends Error {
  override readonly name = "UnknownEvent";

  constructor({ position, type, schemaVersion }: StoredAs) {
    super(
      `The event at log position ${position}, type "${type}" in schema version ${schemaVersion}, ` +
        "is unknown to this version of the product: start the version that wrote it, or a later one",
    );
  }
}

export function createUpcast({ version, types, steps }: EventSchema) {
  const stepFrom = (at: number, type: string) => new Map(Object.entries(steps[at] ?? {})).get(type);

  function knows({ type, schemaVersion }: Omit<StoredAs, "position">): boolean {
    const isVersion = Number.isInteger(schemaVersion) && schemaVersion >= 1 &&
      schemaVersion <= version;
    const later = Array.from({ length: version - schemaVersion }, (_, at) => schemaVersion + at);
    return isVersion && (types.has(type) || later.some((at) => stepFrom(at, type) !== undefined));
  }

  /** Converts an event to today's shape. @throws {UnknownEvent} When this version doesn't know it. */
  function upcast(stored: StoredAs & EventShape): EventShape {
    if (!knows(stored)) throw new UnknownEvent(stored);
    let { type, facts, personal } = stored;
    for (let at = stored.schemaVersion; at < version; at++) {
      const step = stepFrom(at, type);
      personal = personal === null ? null : step?.personal?.(personal, facts) ?? personal;
      facts = step?.facts?.(facts) ?? facts;
      type = step?.type ?? type;
    }
    return { type, facts, personal };
  }

  return Object.assign(upcast, { knows });
}
