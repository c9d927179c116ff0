import type { HistoryEntry } from "../../../contract/program.ts";
import { historyParts } from "../../../program/history-words.ts";
import { createHistory } from "../../../program/history.ts";
import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { printJson } from "../print.ts";

export const history = defineCommand({
  summary: "list what staff and operators have done, the latest first",
  help:
    `List what staff, operators and imports have done, latest first: old and new values of settings,
people approved by their email domain, and staff access given by the code. Shows members by id.

  npm run admin -- history             one line each
  npm run admin -- history --names     with names
  npm run admin -- history --json      as JSON

Staff can read this in the browser, under Program, History. It doesn't show who members were after
they delete their account.`,
  options: { names: { type: "boolean" }, json: { type: "boolean" } },
  async run({ names, json }) {
    const data = await openData();
    await data.readModel.catchUp();
    const { page } = createHistory({
      events: data.databases.events,
      log: data.log,
      keys: data.vault.keys,
      table: data.readModel.members,
    });
    const entries: HistoryEntry[] = [];
    let found = await page();
    entries.push(...found.entries);
    while (found.before !== null) {
      found = await page(found.before);
      entries.push(...found.entries);
    }
    data.close();
    const listed = entries.map((entry) => ({
      ...entry,
      by: personIn(entry.by, names),
      about: personIn(entry.about, names),
    }));
    if (json) return printJson(listed);
    for (const entry of listed) console.log(lineOf(entry));
    if (listed.length === 0) console.log("Nothing yet.");
  },
});

function personIn(person: HistoryEntry["by"], names: boolean | undefined): string | null {
  if (person === null || person === "operator") return person;
  return names ? `${person.firstName} ${person.lastName} (${person.id})` : person.id;
}

type Listed = Omit<HistoryEntry, "by" | "about"> & Readonly<Record<"by" | "about", string | null>>;

function lineOf({ at, by, count, about, ...entry }: Listed): string {
  const whom = count > 1 ? `${count} people` : about ?? "someone who left";
  const told = historyParts(entry).join(whom);
  return `${at.slice(0, 16).replace("T", " ")}  ${by ?? "someone who left"} ${told}`;
}
