import { canonical } from "../../log/canonical.ts";
import type { Json } from "../../log/event-log.ts";
import type { Upcast } from "../../log/upcast.ts";
import { upcast } from "../../members/upcast.ts";
import { type LoggedLine, packLines } from "./event-lines.ts";
import { ReportError } from "../report-error.ts";
import { isUuid } from "./uuid.ts";

/** A row of the log, as it was stored by this version of the product or by an older one. */
export interface StoredEvent extends LoggedLine {
  readonly position: number;
  readonly schemaVersion: number;
}

/**
 * The lines of events of several schema versions, as if all of them had been written today.
 *
 * @throws {UnknownEvent} When one of them is not known.
 * @throws {ReportError} When one of them belongs to nobody, or its facts are none.
 */
export function linesOfToday(
  events: readonly StoredEvent[],
  toToday: Upcast = upcast,
): ArrayBuffer {
  return packLines(events.map((event) => {
    if (!isUuid(event.memberId)) {
      throw new ReportError(
        `The event at log position ${event.position} has no UUID for its member`,
      );
    }
    const { type, facts } = toToday({ ...event, facts: factsOf(event), personal: null });
    return { ...event, type, facts: canonical(facts) };
  }));
}

/** Somebody may have written into the file. */
function factsOf({ position, facts }: StoredEvent): Json {
  try {
    const json: Json = JSON.parse(facts);
    if (typeof json === "object" && json !== null && !Array.isArray(json)) return json;
  } catch {
    // Said below.
  }
  throw new ReportError(`The facts of the event at log position ${position} can't be read`);
}
