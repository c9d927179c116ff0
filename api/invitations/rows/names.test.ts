import { describe, expect, it } from "vitest";
import { nameInAddress, readFullName, readNamePart } from "./names.ts";

const parts = (
  { firstName, lastName, rank, isRetired, leftOut }: ReturnType<typeof readFullName>,
) =>
  [firstName, lastName, rank ?? "", isRetired ? "retired" : "", leftOut.join("; ")].join(" | ")
    .replace(/(?: \| )+$/, "");

describe("a whole name in a cell", () => {
  it.each([
    ["Pat Doe", "Pat | Doe"],
    ["Doe, Pat", "Pat | Doe"],
    ["Doe, Pat M.", "Pat | Doe"],
    ["Doe, Pat, M", "Pat | Doe"],
    ["Pat M. Doe", "Pat | Doe"],
    ["J. Robert Doe", "J. Robert | Doe"],
    ["DOE, PATRICIA ANNE", "Patricia Anne | Doe"],
    ["O'NEILL, TJ", "TJ | O'Neill"],
    ["MCDONALD, ROBERT III", "Robert | McDonald III"],
    ["SMITH-JONES, ANA", "Ana | Smith-Jones"],
    ["DE LA CRUZ, MARIA", "Maria | de la Cruz"],
    ["NÚÑEZ, JOSÉ", "José | Núñez"],
    ["Nu\u0301n\u0303ez, Jose\u0301", "José | Núñez"],
    ["maria de la cruz", "Maria | de la Cruz"],
    ["Maria de la Cruz", "Maria | de la Cruz"],
    ["Anne van Dyke", "Anne | van Dyke"],
    ["Mary Ann Doe", "Mary Ann | Doe"],
    ["DeShawn McGee", "DeShawn | McGee"],
    ["LTC (Ret.) Robert “Bob” O'Neill Jr.", "Robert | O'Neill Jr. | LTC | retired | Bob"],
    ["Robert (Bob) Doe", "Robert | Doe |  |  | Bob"],
    ["Doe, Robert 'Bob'", "Robert | Doe |  |  | Bob"],
    ['Doe, Robert "Bob" A.', "Robert | Doe |  |  | Bob"],
    ["Doe Jr., Robert", "Robert | Doe Jr."],
    ["Doe, Jr., Robert", "Robert | Doe Jr."],
    ["Robert Doe, Jr.", "Robert | Doe Jr."],
    ["Robert Doe, USA (Ret.)", "Robert | Doe |  | retired"],
    ["COL Robert Doe, USA, Retired", "Robert | Doe | COL | retired"],
    ["Robert Doe, Ph.D.", "Robert | Doe |  |  | Ph.D."],
    ["Dr. Ana Doe, MD, MPH", "Ana | Doe |  |  | MPH; MD"],
    ["Maj. Ana Doe", "Ana | Doe | MAJ"],
    ["1st Lt. Ana Doe", "Ana | Doe | 1LT"],
    ["2LT DOE, ANA", "Ana | Doe | 2LT"],
    ["DOE, ANA CPT", "Ana | Doe | CPT"],
    ["Lieutenant Colonel Ana Doe", "Ana | Doe | LTC"],
    ["Doe, Pat M CPT USARMY 1 CAV DIV (USA)", "Pat | Doe | CPT"],
    ["LTC(R) Pat Doe", "Pat | Doe | LTC | retired"],
    ["CPT Doe", " | Doe | CPT"],
    ["Major Doe", "Major | Doe"],
    ["Ms. Ana Doe", "Ana | Doe"],
    ["Cher", "Cher"],
    ["  Pat \u00a0 Doe\u200b ", "Pat | Doe"],
    ["Pat O’Neill", "Pat | O’Neill"],
    ["x".repeat(10_000), ""],
    ["(".repeat(200), "(".repeat(64)],
  ])("%s", (cell, name) => {
    expect(parts(readFullName(cell))).toBe(name);
  });
});

describe("names in columns of their own", () => {
  it.each([
    ["Pat M.", "Pat M."],
    ["PATRICIA", "Patricia"],
    ["TJ", "TJ"],
    ["A.J.", "A.J."],
    ["JO", "Jo"],
    ["Robert (Bob)", "Robert |  |  |  | Bob"],
    ["CPT Pat", "Pat |  | CPT"],
    ["Mary Ann", "Mary Ann"],
  ])("first: %s", (cell, name) => {
    expect(parts(readNamePart(cell, "firstName"))).toBe(name);
  });

  it.each([
    ["O'NEIL, JR.", "O'Neil Jr."],
    ["VAN DYKE", "Van Dyke"],
    ["DE LA CRUZ", "de la Cruz"],
    ["MacDonald", "MacDonald"],
    ["NG", "Ng"],
    ["d'amico", "D'Amico"],
  ])("last: %s", (cell, name) => {
    expect(readNamePart(cell, "lastName").lastName).toBe(name);
  });
});

describe("a name in an address", () => {
  it.each([
    ["pat.doe@example.com", "Pat | Doe"],
    ["pat.m.doe12.mil@army.mil", "Pat | Doe"],
    ["pat_o'neill@example.com", "Pat | O'Neill"],
    ["pdoe@example.com", undefined],
    ["the.pat.doe@example.com", undefined],
    ["2lt.99@example.com", undefined],
  ])("%s", (address, name) => {
    const found = nameInAddress(address);
    expect(found && parts(found)).toBe(name);
  });
});
