import { createStandings } from "../../../contacts/standings.ts";
import { createEffectiveSettings } from "../../../program/settings.ts";
import { surgeText } from "../../../program/surge-words.ts";
import { createSurges } from "../../../program/surges.ts";
import { defineCommand } from "../command.ts";
import { openData } from "../opened.ts";
import { printJson } from "../print.ts";
import { decideAsOperator } from "./decide.ts";

export const surge = defineCommand({
  summary: "list or refuse new accounts that read many contacts",
  help:
    `List the new accounts that looked at the contacts of very many people in an hour, by member id.

  npm run admin -- surge             the busiest hour of the last seven days
  npm run admin -- surge --json      as JSON
  npm run admin -- surge --refuse    refuse all of these accounts

Refused accounts can't see anyone, and no one can see them. They get an email. "accept" undoes this.
Staff can do this in the browser, under Program.`,
  options: { refuse: { type: "boolean" }, json: { type: "boolean" } },
  async run({ refuse, json }) {
    const data = await openData();
    const { readModel, environment } = data;
    await readModel.catchUp();
    const now = () => new Date();
    const table = readModel.members;
    const settings = createEffectiveSettings(readModel.settings, environment, now);
    const standings = createStandings({
      ...settings,
      table,
      connectionTable: readModel.connections,
    });
    const revealTable = readModel.reveals;
    const surges = createSurges({ revealTable, table, standings, now });
    const found = await surges.latest();
    const accounts = (found?.accounts ?? []).map(({ id, registeredAt, people }) => ({
      memberId: id,
      registeredAt,
      people,
    }));
    if (refuse) {
      for (const { memberId } of accounts) {
        const command = { type: "Refuse", by: "operator", words: null, seen: "in" } as const;
        await decideAsOperator(data, memberId, command);
      }
    }
    data.close();
    if (json) return printJson(accounts);
    if (found === null) {
      return console.log("No new accounts looked at the contacts of many people.");
    }
    console.log(`${surgeText({ ...found, accounts: accounts.length })}:`);
    for (const { memberId, registeredAt, people } of accounts) {
      console.log(
        `${memberId}  registered ${registeredAt.slice(0, 10)}  ${people} people${
          refuse ? "  refused" : ""
        }`,
      );
    }
  },
});
