import type { ProgramDeed } from "../../../contract/program.ts";
import { deedParts } from "../../../program/deed-words.ts";
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
    const deeds: ProgramDeed[] = [];
    let found = await page();
    deeds.push(...found.deeds);
    while (found.before !== null) {
      found = await page(found.before);
      deeds.push(...found.deeds);
    }
    data.close();
    const listed = deeds.map((deed) => ({
      ...deed,
      by: personIn(deed.by, names),
      about: personIn(deed.about, names),
    }));
    if (json) return printJson(listed);
    for (const deed of listed) console.log(lineOf(deed));
    if (listed.length === 0) console.log("Nothing yet.");
  },
});

function personIn(person: ProgramDeed["by"], names: boolean | undefined): string | null {
  if (person === null || person === "operator") return person;
  return names ? `${person.firstName} ${person.lastName} (${person.id})` : person.id;
}

type Listed = Omit<ProgramDeed, "by" | "about"> & Readonly<Record<"by" | "about", string | null>>;

function lineOf({ at, by, count, about, ...deed }: Listed): string {
  const whom = count > 1 ? `${count} people` : about ?? "someone who left";
  const told = deedParts(deed).join(whom);
  return `${at.slice(0, 16).replace("T", " ")}  ${by ?? "someone who left"} ${told}`;
}
