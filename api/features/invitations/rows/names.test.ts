import { describe, expect, it } from "vitest";
import { nameInAddress, readFullName, readNamePart } from "./names.ts";
import { casesOf } from "./testing/cases.ts";

const parts = (
  { firstName, lastName, rank, isRetired, ignored }: ReturnType<typeof readFullName>,
) =>
  [firstName, lastName, rank ?? "", isRetired ? "retired" : "", ignored.join("; ")].join(" / ")
    .replace(/(?: \/ )+$/, "").trim();

describe("a whole name in a cell", () => {
  it.each(casesOf(`
Pat / Doe <- Pat Doe | Doe, Pat | Doe, Pat M. | Doe, Pat, M | Pat M. Doe |   Pat \u00a0 Doe\u200b
Pat / Doe / CPT <- Doe, Pat M CPT USARMY 1 CAV DIV (USA)
Pat / Doe / LTC / retired <- LTC(R) Pat Doe
J. Robert / Doe <- J. Robert Doe
Patricia Anne / Doe <- DOE, PATRICIA ANNE
TJ / O'Neill <- O'NEILL, TJ
Pat / O’Neill <- Pat O’Neill
Robert / McDonald III <- MCDONALD, ROBERT III
Ana / Smith-Jones <- SMITH-JONES, ANA
Maria / de la Cruz <- DE LA CRUZ, MARIA | maria de la cruz | Maria de la Cruz
José / Núñez <- NÚÑEZ, JOSÉ | Nu\u0301n\u0303ez, Jose\u0301
Anne / van Dyke <- Anne van Dyke
Mary Ann / Doe <- Mary Ann Doe
DeShawn / McGee <- DeShawn McGee
Robert / O'Neill Jr. / LTC / retired / Bob <- LTC (Ret.) Robert “Bob” O'Neill Jr.
Robert / Doe /  /  / Bob <- Robert (Bob) Doe | Doe, Robert 'Bob' | Doe, Robert "Bob" A.
Robert / Doe Jr. <- Doe Jr., Robert | Doe, Jr., Robert | Robert Doe, Jr.
Robert / Doe /  / retired <- Robert Doe, USA (Ret.)
Robert / Doe / COL / retired <- COL Robert Doe, USA, Retired
Robert / Doe /  /  / Ph.D. <- Robert Doe, Ph.D.
Ana / Doe /  /  / MPH; MD <- Dr. Ana Doe, MD, MPH
Ana / Doe <- Ms. Ana Doe
Ana / Doe / MAJ <- Maj. Ana Doe
Ana / Doe / 1LT <- 1st Lt. Ana Doe
Ana / Doe / 2LT <- 2LT DOE, ANA
Ana / Doe / CPT <- DOE, ANA CPT
Ana / Doe / LTC <- Lieutenant Colonel Ana Doe
/ Doe / CPT <- CPT Doe
Major / Doe <- Major Doe
Cher <- Cher
 <- ${"x".repeat(10_000)}
${"(".repeat(64)} <- ${"(".repeat(200)}
`))("%.40s", (cell, name) => {
    expect(parts(readFullName(cell))).toBe(name);
  });
});

describe("names in columns of their own", () => {
  it.each(casesOf(`
Pat M. <- Pat M.
Patricia <- PATRICIA
TJ <- TJ
A.J. <- A.J.
Jo <- JO
Robert /  /  /  / Bob <- Robert (Bob)
Pat /  / CPT <- CPT Pat
Mary Ann <- Mary Ann
`))("first: %s", (cell, name) => {
    expect(parts(readNamePart(cell, "firstName"))).toBe(name);
  });

  it.each(casesOf(`
O'Neil Jr. <- O'NEIL, JR.
Van Dyke <- VAN DYKE
de la Cruz <- DE LA CRUZ
MacDonald <- MacDonald
Ng <- NG
D'Amico <- d'amico
`))("last: %s", (cell, name) => {
    expect(readNamePart(cell, "lastName").lastName).toBe(name);
  });
});

describe("a name in an address", () => {
  it.each(casesOf(`
Pat / Doe <- pat.doe@example.com | pat.m.doe12.mil@army.mil
Pat / O'Neill <- pat_o'neill@example.com
 <- pdoe@example.com | the.pat.doe@example.com | 2lt.99@example.com
`))("%s", (address, name) => {
    const found = nameInAddress(address);
    expect(found ? parts(found) : "").toBe(name);
  });
});
