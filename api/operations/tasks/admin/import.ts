import { readFile } from "node:fs/promises";
import { whyNotRead } from "../../../../events/named-file.ts";
import { template } from "../../../invitations/columns.ts";
import {
  type ImportDependencies,
  type Outcome,
  planImport,
  prepare,
} from "../../../invitations/import-alumni.ts";
import { nextMailAt } from "../../../invitations/mail-times.ts";
import type { Topics } from "../../../../events/program/topics.ts";
import { type AlumniFile, readAlumni } from "../../../invitations/read-alumni.ts";
import { BadFile } from "../../../invitations/sheets/bad-file.ts";
import { createTokens } from "../../../auth/tokens.ts";
import { defineCommand } from "../command.ts";
import { createInterrupt } from "../interrupt.ts";
import { openData } from "../opened.ts";
import { confirm, createProgress, TaskError } from "../task.ts";

export const importAlumni = defineCommand({
  summary: "invite a program's alumni from a CSV file",
  help: `Prepare accounts for a program's alumni, and invite each of them by mail.

  npm run -s admin -- import --template > alumni.csv  a file to begin with: all columns, one example
  npm run admin -- import alumni.csv --dry-run        say what would happen, row by row
  npm run admin -- import alumni.csv                  do it; asks first, or takes --yes

Email, First name and Last name are needed; all other columns are not. Rows with class year, rank,
army branch and MOS get a profile. Lists in a cell are divided by |. Save the file as CSV UTF-8,
with commas, semicolons or tabs.

Nobody sees anything of it before its person has said yes: the profile is hidden, and the account
has no password. The mail has a link that works once, for fourteen days, to accept or to decline,
which deletes it all. One mail a second goes out, while the service runs. "invitations" says who
has not answered.

Rows are counted as in a spreadsheet. Whoever has an account with this address is left alone, so a
file can be imported again, also after an interruption: nobody is there twice, or gets two mails.`,
  options: {
    "dry-run": { type: "boolean" },
    template: { type: "boolean" },
    yes: { type: "boolean" },
  },
  names: ["file"],
  areNamesNeeded: ({ template }) => !template,
  async run(options, path = "") {
    if (options.template) return console.log(template().trimEnd());
    const bytes = await bytesOf(path);
    const { databases, members, readModel, close } = await openData({ makes: "all" });
    const file = alumniIn(bytes, readModel.settings.topics());
    const { outcomes, planned } = await planImport(file.rows, {
      readModel,
      newId: () => crypto.randomUUID(),
    });
    if (file.unused.length > 0) {
      console.error(`Columns that are not used: ${file.unused.join(", ")}`);
    }
    if (options["dry-run"]) {
      close();
      return tell(outcomes, "would be created");
    }
    // Everything but those that are about to be prepared.
    const told = new Map(outcomes.map((outcome) => [outcome.number, outcome]));
    if (planned.length > 0) {
      const others = outcomes.length - planned.length;
      const question = `Create ${planned.length} accounts and mail an invitation to each` +
        `${others > 0 ? `, and pass over ${others} rows` : ""}?`;
      await confirm(question, options.yes);
      const checkInterrupt = createInterrupt(
        "Who was created so far is there and is mailed; import the file again to go on.",
      );
      const progress = createProgress("Rows", planned.length);
      const now = () => new Date();
      const deps: ImportDependencies = {
        members,
        readModel,
        tokens: createTokens(databases.vault, now),
        firstMailAt: await nextMailAt(databases.events, now()),
        newId: () => crypto.randomUUID(),
      };
      let done = 0;
      await prepare(planned, deps, {
        onRow(outcome) {
          told.set(outcome.number, outcome);
          progress.report(++done);
        },
        betweenBatches: checkInterrupt,
      });
      progress.end();
    }
    close();
    tell([...told.values()], "created");
  },
});

async function bytesOf(path: string): Promise<Uint8Array> {
  return await readFile(path).catch((error) => {
    throw new TaskError(whyNotRead(path, error) ?? `${path} cannot be read`);
  });
}

function alumniIn(bytes: Uint8Array, topics: Topics): AlumniFile {
  try {
    return readAlumni(bytes, { year: new Date().getUTCFullYear(), topics });
  } catch (error) {
    if (error instanceof BadFile) throw new TaskError(`${error.message}\nNothing was done.`);
    throw error;
  }
}

/** A line for each row, and what they come to. It names nobody. */
function tell(outcomes: readonly Outcome[], done: string): void {
  for (const outcome of outcomes) {
    const row = `Row ${outcome.number}: `;
    if (outcome.is === "wrong") console.log(`${row}skipped, ${outcome.why}`);
    else if (outcome.is === "there") console.log(`${row}has an account already, left alone`);
    else console.log(`${row}${done}${outcome.note === undefined ? "" : `, ${outcome.note}`}`);
  }
  const count = (is: Outcome["is"]) => outcomes.filter((outcome) => outcome.is === is).length;
  console.log(`${count("new")} ${done}, ${count("there")} left alone, ${count("wrong")} skipped.`);
}
