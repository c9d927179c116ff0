import { expect, it } from "vitest";
import { template } from "../../../../api/invitations/columns.ts";
import { realSiteForTest } from "../../../testing/real-site.ts";

const megabytes = 5_000_000;

/** As many people as fit, with every column that the product knows, and as many more as may be. */
function largestFile(columns: number): string {
  const [header = "", example = ""] = template().trimEnd().split("\n");
  const names = header.split(",");
  const more = columns - names.length;
  const lines = [`${header},${Array.from({ length: more }, (_, at) => `More ${at}`).join()}`];
  const rest = `,${Array.from({ length: more }, () => "filler").join()}`;
  let bytes = lines[0]?.length ?? 0;
  for (let at = 0; bytes < megabytes - 500; at++) {
    const line = example.replace("pat.doe@", `pat.doe${at}@`) + rest;
    bytes += line.length + 1;
    lines.push(line);
  }
  return lines.join("\n");
}

/** How often somebody else had a turn while `work` went on. */
async function turnsBeside<T>(work: () => Promise<T>) {
  let isOver = false;
  let turns = 0;
  const counting = (async () => {
    for (; !isOver; turns++) await new Promise((resolve) => setTimeout(resolve));
  })();
  const result = await work();
  isOver = true;
  await counting;
  return { result, turns };
}

async function givenStaff() {
  const site = await realSiteForTest({ cadreCode: "code" });
  const staff = await site.testApp.member({ role: "cadre", cadreCode: "code" });
  const send = (text: string) =>
    site.send("/program/import", { file: new File([text], "alumni.csv") }, staff.session());
  const read = () => site.read("/program/import", staff.session());
  return { send, read };
}

it("gives others turns while the largest file is read", async () => {
  const { send, read } = await givenStaff();
  // Nobody's columns, so that it is read and no row is checked.
  const text = largestFile(60).replace("Email,", "Post,");
  const { result, turns } = await turnsBeside(() => send(text));
  expect(result.status).toBe(303);
  expect((await read()).html).toContain("There is no column &quot;Email&quot;");
  expect(turns).toBeGreaterThan(12);
}, 60_000);

it("refuses more columns than a list of people has, and says what to do", async () => {
  const { send } = await givenStaff();
  const { status, html } = await send(largestFile(61));
  expect(status).toBe(400);
  expect(html).toContain("there are more than 60 columns. Delete those that are not needed");
}, 60_000);

it("shows of a long header what tells it from others", async () => {
  const { send, read } = await givenStaff();
  await send(
    `Email,First name,Last name,${"Shoe size ".repeat(900)}\npat@example.com,Pat,Doe,44\n`,
  );
  const { html } = await read();
  expect(html).toContain("Shoe size");
  expect(html.split("Shoe size").length).toBeLessThan(50);
});
