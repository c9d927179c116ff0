/**
 * Writes `ACCESSIBILITY.md`, the report that procurement offices require, from the table that pages use, too
 * (`web/pages/accessibility/criteria.ts`). With `--check`, only prints problems: the file differs, or a test named in
 * the table isn't in its file.
 *
 * @module
 */
import { readFile, writeFile } from "node:fs/promises";
import { conformances, criteria, type Criterion } from "../web/pages/accessibility/criteria.ts";
import {
  examinedOn,
  limits,
  methods,
  notTried,
  triedByHand,
} from "../web/pages/accessibility/evaluation.ts";

const file = "ACCESSIBILITY.md";
const { version } = JSON.parse(await readFile("package.json", "utf8"));

if (Deno.args.includes("--check")) {
  const faults = [...await differences(), ...await missingTests()];
  for (const fault of faults) console.error(`${file}: ${fault}`);
  if (faults.length > 0) Deno.exitCode = 1;
} else await writeFile(file, report());

async function differences(): Promise<string[]> {
  const written = await readFile(file, "utf8").catch(() => "");
  return written === report() ? [] : ['differs from its table; "npm run accessibility" writes it'];
}

/** Titles that their files don't contain. A run of all tests also checks that they ran (`shown-by-tests.ts`). */
async function missingTests(): Promise<string[]> {
  const texts = new Map<string, string>();
  for (const [path] of criteria.flatMap(({ tests = [] }) => tests)) {
    if (texts.has(path)) continue;
    texts.set(path, await readFile(path, "utf8").catch(() => ""));
  }
  return criteria.flatMap(({ number, tests = [] }) =>
    tests.filter(([path, title]) => !texts.get(path)?.includes(JSON.stringify(title)))
      .map(([path, title]) => `${number} names a test that isn't there: ${path}: ${title}`)
  );
}

function report(): string {
  return `# Accessibility Conformance Report

In the form of a VPAT® 2.5, WCAG edition. Made by \`npm run accessibility\` from the tests that run: don't edit it here.

| | |
| --- | --- |
| Product | Alumni Connect ${version}, a web application that an Army ROTC program hosts for itself |
| Report date | ${examinedOn} |
| Description | A directory of cadets, alumni and cadre, with requests for help, conversations and pages for staff |
| Contact | the support address in the footer of each installation; the project's own repository for the product |
| Evaluation methods | see below: automated tests in browsers, and what was looked at |
| Notes | A program's own texts, logo and linked documents, and what members write, aren't part of it |

## Standards

| standard | levels in this report |
| --- | --- |
| Web Content Accessibility Guidelines 2.0, 2.1 and 2.2 | A and AA |
| Revised Section 508 standards (36 CFR 1194) | by reference: E205.4 asks web content for WCAG 2.0 A and AA, which the tables below contain. Chapters 3, 5 and 6 (functional performance, software, documentation and support) weren't examined |

Who this matters to, as of November 2026. This is no legal advice:

- **Public universities**: the rule of the Department of Justice under Title II of the ADA (28 CFR part 35, subpart H) names WCAG
  2.1 AA for web content from April 26, 2027, for public bodies of 50,000 people and more, and from April 26, 2028, for smaller ones
  and special districts (interim final rule of April 20, 2026, 91 FR 20902).
- **Universities that get money from the Department of Health and Human Services**, private ones, too: its rule under Section 504
  (45 CFR part 84) names WCAG 2.1 AA from May 11, 2027, for those with 15 employees and more, and from May 10, 2028, for others
  (interim final rule of May 11, 2026, 91 FR 25496).
- **A private university without such money**: neither rule. Its own policy and Title III of the ADA may still ask for it.

The program decides, with its university, which of them applies. Both rules also cover what others provide for it, such as this
product.

## How it was examined

${methods.map((sentence) => `- ${sentence}`).join("\n")}

**By hand**

${triedByHand.map((sentence) => `- ${sentence}`).join("\n")}

**Not tried**

${notTried.map((sentence) => `- ${sentence}`).join("\n")}

## Known limits

${limits().map(({ number, name, limit }) => `- ${number} ${name}: ${limit}`).join("\n")}

## Terms

- **Supports**: at least one way of using it meets the criterion without known defects.
- **Partially Supports**: some of it doesn't meet the criterion.
- **Does Not Support**: most of it doesn't meet the criterion.
- **Not Applicable**: the criterion doesn't concern the product.

## Level A

${table("A")}

## Level AA

${table("AA")}
`;
}

function table(level: Criterion["level"]): string {
  return [
    "| criterion | conformance | remarks and tests |",
    "| --- | --- | --- |",
    ...criteria.filter((criterion) => criterion.level === level).map(rowOf),
  ].join("\n");
}

/** Formats a row like the specification's, so that the same reporter checks its tests. */
function rowOf({ number, name, since, is, remarks, tests = [] }: Criterion): string {
  const version = since === "2.0" ? "" : ` (${since})`;
  const shown = tests.map(([path, title]) => `\`${path}\`: ${title}`);
  return `| ${number} ${name}${version} | ${conformances[is]} | ${
    [remarks, ...shown].join("<br>")
  } |`;
}
