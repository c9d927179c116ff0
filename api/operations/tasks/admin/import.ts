import { readFile } from "node:fs/promises";
import { whyNotRead } from "../../../../events/named-file.ts";
import type { ImportRow } from "../../../contract/program.ts";
import { DeclinedInvitations } from "../../../invitations/declined.ts";
import { prepare } from "../../../invitations/import-alumni.ts";
import {
  byUrgency,
  countRows,
  noteText,
  rowText,
  summaryText,
  waitText,
} from "../../../invitations/import-words.ts";
import { nextMailAt } from "../../../invitations/states.ts";
import { planImport } from "../../../invitations/plan-import.ts";
import { template } from "../../../invitations/rows/columns.ts";
import { BadFile } from "../../../invitations/sheets/bad-file.ts";
import { maxFileMegabytes, peopleText } from "../../../invitations/sheets/limits.ts";
import { type List, readList, toListFile } from "../../../invitations/sheets/read-list.ts";
import { defineCommand } from "../command.ts";
import { createInterrupt } from "../interrupt.ts";
import { newId, now, openData, type Opened } from "../open-data.ts";
import { flag, text } from "../options.ts";
import { openSendLetter } from "../send-letter.ts";
import { confirm, createProgress, TaskError } from "../task.ts";

export const importAlumni = defineCommand({
  summary: "invite a program's alumni from a spreadsheet",
  help: `Prepare accounts for a program's alumni, and invite each of them by email.

  npm run admin -- import alumni.xlsx --dry-run       say what will happen, row by row
  npm run admin -- import alumni.xlsx                 do it; asks first, or takes --yes
  npm run admin -- import alumni.xlsx --sheet 2007    read this sheet, not the first
  npm run admin -- import alumni.xlsx --dry-run --json   the same, as JSON
  npm run -s admin -- import --template > alumni.csv  make a file with all columns and one example

XLSX, CSV and vCard files of up to ${maxFileMegabytes} MB and ${peopleText} rows can be read as they are.
Everyone with an email address is invited, except people whom the file marks as deceased or not to
be contacted. Cells that can't be read are left out, and the person can complete them.

Other members see nothing until the person accepts. The email has a link to accept or decline. It
works once, for 14 days. Declining deletes everything. The service sends one email a second while it
runs. "invitations" lists the people who haven't answered.

The import doesn't change members who are here already. They can add what's new from the file to
their profile, and only they see it. You can import a file again: no one is invited twice.`,
  options: { "dry-run": flag, sheet: text, template: flag, yes: flag },
  names: ["file"],
  areNamesNeeded: ({ template }) => !template,
  async run(options, path = "") {
    if (options.template) return { json: template(), words: template().trimEnd() };
    const bytes = await readFile(path).catch((error) => {
      throw new TaskError(whyNotRead(path, error) ?? `${path} can't be read`);
    });
    const data = await openData({ makes: "all" });
    const imported = async () => {
      const list = await listIn(bytes, options.sheet, data);
      return await importList(list, data, options);
    };
    return await imported().finally(data.close);
  },
});

async function importList(
  { people, guess }: List,
  data: Opened,
  { "dry-run": isDry, yes }: { readonly [name in "dry-run" | "yes"]?: boolean },
) {
  const { rows, planned, offers } = await planImport(people, guess.columns, planningOn(data));
  if (planned.length === 0 && rows.every(({ is }) => is !== "here")) {
    throw new TaskError(
      rows.some(({ is }) => is === "opted-out")
        ? "Everyone in this sheet asked not to be contacted.\nNothing was imported."
        : "We found no email addresses in this sheet.\nNothing was imported.",
    );
  }
  const results = new Map(rows.map((row) => [row, row]));
  if (!isDry && planned.length + offers.length > 0) {
    await confirm(`${summaryText(countRows(rows))} Go on?`, yes);
    const stop = "People invited so far are emailed. Import the file again to go on.";
    const progress = createProgress("Rows", planned.length);
    let done = 0;
    await prepare({ planned, offers }, await invitingOn(data), {
      onRow(row, plannedRow) {
        results.set(plannedRow, row);
        progress.report(++done);
      },
      betweenBatches: createInterrupt(stop),
    });
    progress.end();
  }
  const { mail: { isFolder } } = await openSendLetter(data.environment, data);
  const all = [...results.values()];
  const waits = waitText(planned.length, { is: isFolder ? "not-set-up" : "works" });
  return { json: all, words: textOf(all, waits) };
}

async function listIn(bytes: Uint8Array, name: string | undefined, data: Opened): Promise<List> {
  const question = {
    sheet: name,
    year: new Date().getUTCFullYear(),
    ownTopics: data.readModel.settings.topics().own,
    addedNames: data.environment.synonyms,
  };
  const list = await Promise.try(() => readList(toListFile(bytes), question)).catch((error) => {
    if (error instanceof BadFile) throw new TaskError(`${error.message}\nNothing was imported.`);
    throw error;
  });
  if (list.sheet !== -1) return list;
  const names = list.sheets.map((one) => `"${one}"`).join(", ");
  throw new TaskError(`There is no sheet "${name}". The file has ${names}`);
}

function planningOn({ databases: { vault }, readModel, secrets }: Opened) {
  const secret = secrets.claimKey;
  return { readModel, declined: new DeclinedInvitations({ vault, secret, newId, now }), newId };
}

export async function invitingOn(data: Opened) {
  const { databases, members, tokens, readModel: { settings } } = data;
  const firstMailAt = await nextMailAt(databases.events, now());
  return { ...planningOn(data), members, settings, now, tokens, firstMailAt };
}

function textOf(rows: readonly ImportRow[], waits: string | undefined): string {
  const lines = byUrgency(rows).map((row) =>
    [`Row ${row.number}`, row.name].filter(Boolean).join(", ") +
    `: ${[rowText(row), ...row.notes.map(noteText)].join(". ")}`
  );
  return [summaryText(countRows(rows)), ...waits === undefined ? [] : [waits], ...lines]
    .join("\n");
}
