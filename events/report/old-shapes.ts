import { canonical } from "../log/canonical.ts";
import type { Upcast } from "../log/upcast.ts";
import type { Page } from "./pages.ts";

/**
 * A page with events of other schema versions, as if all of them had been written today.
 *
 * @param versions Schema versions, a line each.
 * @throws {UnknownEvent} When one of them is not known.
 */
export function ofToday(page: Page, versions: string, toToday: Upcast): Page {
  const types = page.types.split("\n");
  const facts = page.facts.split("\n");
  const shapes = versions.split("\n").map((version, at) =>
    toToday({
      // Positions have no gaps in a log that is whole.
      position: page.after + at + 1,
      type: types[at] ?? "",
      schemaVersion: Number(version),
      facts: JSON.parse(facts[at] ?? "null"),
      personal: null,
    })
  );
  return {
    ...page,
    types: shapes.map(({ type }) => type).join("\n"),
    facts: shapes.map((shape) => canonical(shape.facts)).join("\n"),
  };
}
