import { describe, expect, it } from "vitest";
import { productTopics } from "../../../events/program/topics.ts";
import { guessSheet } from "./guess-sheet.ts";
import { readPeople } from "./read-people.ts";

const context = { year: 2026, topics: productTopics };
const read = (rows: readonly (readonly string[])[]) => readPeople(rows, guessSheet(rows), context);
const table = (text: string) =>
  text.trim().split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
const people = (text: string) =>
  read(table(text)).flatMap((row) => row.is === "person" ? [row.person] : []);

describe("people of a spreadsheet", () => {
  it("are all invited of the file that lost 34 of 43", () => {
    const sheet = `
First | Last | E-mail | Rank | Branch | Commissioned | Status | MOS
Pat | Doe | pat@example.com | Maj | Engineers | 12/15/2007 | Retired | 12A
Kim | Roe | kim@example.com | 1st Lt | Aviation | 2020-05-09 | AD |
Sam | Poe | sam@example.com | LTC (Ret.) | FA | TBD | |
`;
    expect(people(sheet)).toMatchObject([
      {
        firstName: "Pat",
        lastName: "Doe",
        fields: {
          rank: "MAJ",
          armyBranch: "Corps of Engineers",
          classYear: "2007",
          mos: "12A",
          dutyStatus: "Veteran",
        },
      },
      {
        email: "kim@example.com",
        fields: { rank: "1LT", classYear: "2020", dutyStatus: "Active Duty" },
      },
      {
        fields: { rank: "LTC", dutyStatus: "Veteran", armyBranch: "Field Artillery" },
        notes: [
          { title: "Rank", text: "LTC (Ret.)", takenAs: "LTC, Veteran" },
          { title: "Branch", text: "FA", takenAs: "Field Artillery" },
          { title: "Commissioned", text: "TBD" },
        ],
      },
    ]);
  });
});
