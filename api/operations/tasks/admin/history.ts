import type { ProgramDeed } from "../../../contract/program.ts";
import { deedWords, ofNobody } from "../../../program/deed-words.ts";
import { createHistory } from "../../../program/history.ts";
import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { printJson } from "../print.ts";

export const history = defineCommand({
  summary: "say what staff and operators have done, the latest first",
  help: `Say what staff, operators and imports have done: about whom by member id, and what was set.

  npm run admin -- history             a line for each, the latest first
  npm run admin -- history --names     also who they are
  npm run admin -- history --json      the same for a program

It is what staff read under Program, History. Who is gone has neither id nor name in it.`,
  options: { names: { type: "boolean" }, json: { type: "boolean" } },
  async run({ names, json }) {
    const data = await openData();
    await data.readModel.catchUp();
    const { page } = createHistory({
      events: data.databases.events,
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
    if (listed.length === 0) console.log("Nothing was done yet.");
  },
});

function personIn(person: ProgramDeed["by"], names: boolean | undefined): string | null {
  if (person === null || person === "operator") return person;
  return names ? `${person.firstName} ${person.lastName} (${person.id})` : person.id;
}

type Listed = Omit<ProgramDeed, "by" | "about"> & Readonly<Record<"by" | "about", string | null>>;

function lineOf({ does, at, by, what, count, about }: Listed): string {
  const [before, after] = deedWords[does];
  const whom = count > 1 ? `${count} people` : about ?? "somebody who left";
  const told = [by ?? "somebody who left", before, ofNobody.has(does) ? what : whom, after];
  return `${at.slice(0, 16).replace("T", " ")}  ${told.filter(Boolean).join(" ")}`;
}
