import { expect, it } from "vitest";
import type { Printed, PrintedTable } from "../../../../events/report/tables.ts";
import { adviceOf } from "./advice.ts";

function table(
  id: string,
  columns: readonly string[],
  rows: Readonly<Record<string, readonly Printed[]>>,
): PrintedTable {
  return {
    id,
    title: id,
    about: "",
    heading: "",
    columns: columns.map((label) => ({ label })),
    rows: Object.entries(rows).map(([label, figures]) => ({
      label,
      figures,
      isTotal: label === "Total",
    })),
  };
}

const advice = (
  topics: Readonly<Record<string, readonly Printed[]>>,
  total: readonly Printed[] = [0, 0],
) =>
  adviceOf({
    sections: [{
      name: "connections",
      title: "",
      tables: [
        table("connections-by-topic", ["Alumni who can help", "Asked for"], topics),
        table("connections-by-month", ["Asked", "Expired"], { Total: total }),
      ],
    }],
  });

it("names first what nobody offers and most have asked for", () => {
  expect(advice({ Networking: [0, 5], "Pentagon Assignment": [0, 7], "PCS Tips": [12, 9] }))
    .toEqual([
      "No one offers Pentagon Assignment, but 7 asked for it.",
      "No one offers Networking, but 5 asked for it.",
    ]);
});

it("names what few offer, answers that never came, and what nobody offers and nobody asked for", () => {
  expect(advice({ A: [5, 15], B: [5, 14], C: [0, 0], D: [0, "suppressed"] }, [40, 8])).toEqual([
    "15 asked for A, which 5 alumni offer.",
    "8 of 40 requests expired without an answer.",
    "No one offers C or D.",
  ]);
  expect(advice({ A: [0, 0], B: [0, 0], C: [0, 0], D: [0, 0], E: [0, 0] }))
    .toEqual(["No one offers A, B, C and 2 more topics."]);
});

it("says nothing of what is held back", () => {
  expect(advice({ A: ["suppressed", 90], B: ["suppressed", "suppressed"], C: [9, "suppressed"] }, [
    "suppressed",
    "suppressed",
  ])).toEqual([]);
  expect(adviceOf({ sections: [] })).toEqual([]);
});
