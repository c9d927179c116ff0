import { expect, it } from "vitest";
import type { ImportRow } from "../../contract/program.ts";
import { countRows, summaryText, waitText } from "./import-words.ts";

const rows = (is: ImportRow["is"], count: number) =>
  Array.from({ length: count }, (_, at): ImportRow => ({
    ...{ number: at + 2, name: "", email: "", notes: [], as: null, why: null },
    is,
  }));

it("writes large numbers of an import as Americans do", () => {
  const counts = countRows([...rows("new", 1200), ...rows("opted-out", 1100), ...rows("here", 1)]);
  expect(summaryText(counts)).toBe(
    "1,200 people will be invited. 0 have no email address. 1 is here or was invited already. " +
      "1,100 aren't invited because they asked not to be contacted.",
  );
  expect(waitText(1200, { is: "not-set-up" })).toBe(
    "Mail isn't set up: these 1,200 invitations wait until it is.",
  );
});
