import { expect, it } from "vitest";
import { template } from "../../../../api/invitations/rows/columns.ts";
import { staffSite } from "../../../testing/staff-site.ts";

/** As many people as fit, with every column that the product knows, and as many more as may be. */
function largestFile(columns: number, rows = 5_000): string {
  const [header = "", example = ""] = template().trimEnd().split("\n");
  const more = columns - header.split(",").length;
  const lines = [`${header},${Array.from({ length: more }, (_, at) => `More ${at}`).join()}`];
  const rest = `,${Array.from({ length: more }, () => "filler").join()}`;
  for (let at = 1; at < rows; at++) {
    lines.push(example.replace("pat.doe@", `pat.doe${at}@`) + rest);
  }
  return lines.join("\n");
}

async function givenStaff() {
  const { post, page } = await staffSite();
  const send = (text: string) => post("/program/import", { file: new File([text], "alumni.csv") });
  return { send, page: () => page("/program/import") };
}

it("shows of the largest file the first rows, and stays small", async () => {
  const { send, page } = await givenStaff();
  expect((await send(largestFile(60))).status).toBe(303);
  const html = await page();
  expect(html).toContain("4,999 people will be invited.");
  expect(html).toContain("Showing the first 200.");
  expect(html.length).toBeLessThan(300_000);
}, 60_000);

it("refuses more columns and rows than a list of people has, and says what to do", async () => {
  const { send } = await givenStaff();
  for (const [columns, rows] of [[61, 10], [40, 5_100]] as const) {
    const { status, html } = await send(largestFile(columns, rows));
    expect(status).toBe(400);
    expect(html).toMatch(/more than (60 columns|5,000 rows)\. \w+/);
  }
}, 60_000);

it("shows of a long header what tells it from others", async () => {
  const { send, page } = await givenStaff();
  await send(
    `Email,First name,Last name,${"Shoe size ".repeat(900)}\npat@example.com,Pat,Doe,44\n`,
  );
  const html = await page();
  expect(html).toContain("Shoe size");
  expect(html.split("Shoe size").length).toBeLessThan(60);
});
