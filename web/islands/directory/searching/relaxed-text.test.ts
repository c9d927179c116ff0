import { expect, it } from "vitest";
import { relaxedText } from "./relaxed-text.ts";

it("says who is shown where no one matches everything", () => {
  expect(relaxedText({ showing: "captains in Texas", leftOut: ["alaska"] }))
    .toBe("No one matches everything. Showing captains in Texas.");
});
