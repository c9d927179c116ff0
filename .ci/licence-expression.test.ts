import { expect, it } from "vitest";
import { isAccepted } from "./licence-expression.ts";

it.each([
  ["MIT", true],
  ["GPL-3.0", false],
  ["(MIT OR GPL-3.0)", true],
  ["MIT AND ISC", true],
  ["MIT and ISC", true],
  ["MIT AND GPL-3.0", false],
  ["GPL-3.0 OR MIT AND ISC", true],
  ["(GPL-3.0 OR MIT) AND GPL-3.0", false],
  ["MIT WITH something", false],
  ["(MIT", false],
  ["SEE LICENSE IN LICENSE", false],
  ["", false],
])("%s can be used: %s", (expression, accepted) => {
  expect(isAccepted(expression, ["MIT", "ISC"])).toBe(accepted);
});
