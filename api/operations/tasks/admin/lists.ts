/** Staff's lists: reports, history, accounts that viewed many contacts. */
import { KnownMembers } from "../../../contacts/known-members.ts";
import { historyParts } from "../../../program/history-words.ts";
import { History, type HistoryEntry, type ProgramHistory } from "../../../program/history.ts";
import { createEffectiveSettings } from "../../../program/settings-view.ts";
import { createSurges, surgeText } from "../../../program/surges.ts";
import { type Command, list, onData } from "../command.ts";
import { by, decideAsOperator } from "../decision.ts";
import { now } from "../open-data.ts";
import { flag } from "../options.ts";

const mostReports = 1000;

export const lists = {
  surge: onData({
    summary: "list or refuse new accounts that read many contacts",
    help:
      `List the new accounts that looked at the contacts of very many people in an hour, by member id.

  npm run admin -- surge             the busiest hour of the last seven days
  npm run admin -- surge --json      as JSON
  npm run admin -- surge --refuse    refuse all of these accounts

Refused accounts can't see anyone, and no one can see them. They get an email. "accept" undoes this.
Staff can do this in the browser, under Program.`,
    options: { refuse: flag },
    async run(data, { refuse }) {
      const { members: table, connections: connectionTable, reveals: revealTable } = data.readModel;
      const settings = createEffectiveSettings(data.readModel.settings, data.environment, now);
      const knownMembers = new KnownMembers({ ...settings, table, connectionTable });
      const found = await createSurges({ revealTable, table, knownMembers, now }).latest();
      const accounts = (found?.accounts ?? []).map(({ id: memberId, registeredAt, people }) => ({
        memberId,
        registeredAt,
        people,
      }));
      const command = { type: "Refuse", by, words: null, seen: "in" } as const;
      for (const { memberId } of refuse ? accounts : []) {
        await decideAsOperator(data, memberId, command);
      }
      const { words, json } = list(
        accounts,
        ({ memberId, registeredAt, people }) =>
          `${memberId}  registered ${registeredAt.slice(0, 10)}  ${people} people` +
          (refuse ? "  refused" : ""),
        "No new accounts looked at the contacts of many people.",
      );
      const heading = found && `${surgeText({ ...found, accounts: accounts.length })}:\n`;
      return { json, words: `${heading ?? ""}${words}` };
    },
  }),

  reports: onData({
    summary: "list which messages were reported, and what was done",
    help:
      `List which messages were reported, why, and what staff did: by report id, the oldest open one first.

  npm run admin -- reports
  npm run admin -- reports --json

It doesn't say what was written, who wrote it or who reported it. Staff read and close reports in
the browser, under Program, Reports.`,
    async run({ readModel }) {
      const found = await readModel.reports.notAbout("", { limit: mostReports });
      return list(
        found.map(({ reportId, reason, at, handled }) => ({
          reportId,
          reason,
          at,
          handled: handled && { action: handled.action, at: handled.at },
        })),
        ({ reportId, reason, at, handled }) => {
          const is = handled === null ? "open" : `${handled.action} on ${handled.at.slice(0, 10)}`;
          return `${reportId}  ${reason}  reported ${at.slice(0, 10)}  ${is}`;
        },
        "No reports.",
      );
    },
  }),

  history: onData({
    summary: "list what staff and operators have done, the latest first",
    help:
      `List what staff, operators and imports have done, latest first: old and new values of settings,
people approved by their email domain, and staff access given by the code. Shows members by id.

  npm run admin -- history             one line each
  npm run admin -- history --names     with names
  npm run admin -- history --json      as JSON

Staff can read this in the browser, under Program, History. It doesn't show who members were after
they delete their account.`,
    options: { names: flag },
    async run({ databases, log: eventLog, vault: { keys }, readModel }, { names }) {
      const history = new History({ databases, eventLog, keys, table: readModel.members });
      const entries: HistoryEntry[] = [];
      let page: ProgramHistory | undefined;
      while (page?.before !== null) {
        page = await history.page(page?.before);
        entries.push(...page.entries);
      }
      const personIn = (person: HistoryEntry["by"]) =>
        person === null || person === "operator"
          ? person
          : names
          ? `${person.firstName} ${person.lastName} (${person.id})`
          : person.id;
      return list(
        entries.map((entry) => ({
          ...entry,
          by: personIn(entry.by),
          about: personIn(entry.about),
        })),
        ({ at, by, count, about, ...entry }) => {
          const whom = count > 1 ? `${count} people` : about ?? "someone whose account was deleted";
          const text = historyParts(entry).join(whom);
          return `${at.slice(0, 16).replace("T", " ")}  ${by ?? "someone who left"} ${text}`;
        },
        "Nothing yet.",
      );
    },
  }),
} as const satisfies Readonly<Record<string, Command>>;
