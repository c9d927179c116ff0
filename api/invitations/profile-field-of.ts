import { type FieldName, profileFields } from "../../events/members/profile-fields.ts";
import type { ColumnName } from "./rows/columns.ts";

/** The profile field that a column fills: a city is part of a location. */
export function profileFieldOf(column: ColumnName | undefined): FieldName | undefined {
  if (column === "city" || column === "state" || column === "country") return "location";
  return profileFields.find((name) => name === column);
}
