import type { HistoryEntry } from "../../../contract/program.ts";
import { historyParts } from "../../../program/history-words.ts";
import { createHistory } from "../../../program/history.ts";
import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { printJson } from "../print.ts";

export const history = defineCommand({
  summary: "list what staff and operators have done, the latest first",
  help:
    `List what staff, operators and imports have done, with the old and the new value of each setting,
and who got in by the domain of their address or got staff access with the code. Members by id.

  npm run admin -- history             a line for each, the latest first
  npm run admin -- history --names     with names
  npm run admin -- history --json      the same for a program

Staff read the same under Program, History. Members who left have neither id nor name in it.`,
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
