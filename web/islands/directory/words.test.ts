import { expect, it } from "vitest";
import { listedRoles } from "./words.ts";

it.each([
  [{ alumni: 250, cadre: 26, cadet: 12 }, "250 alumni, 26 cadre, 12 cadets"],
  [{ alumni: 1, cadre: 0, cadet: 1 }, "1 alum, 1 cadet"],
  [{ alumni: 0, cadre: 3, cadet: 0 }, "3 cadre"],
  [{ alumni: 250, cadre: 0, cadet: 0 }, ""],
  [{ alumni: 0, cadre: 0, cadet: 0 }, ""],
  [null, ""],
])("says whom a list has, unless its count does: %#", (roles, text) => {
  expect(listedRoles(roles)).toBe(text);
});
