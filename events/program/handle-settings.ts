import { type Cause, emptyStream, type EventLog, type Recorded } from "../log/event-log.ts";
import { untilRecorded } from "../until-recorded.ts";
import { openEvent, sealEvent } from "../members/sealing.ts";
import type { MemberKeys } from "../vault/keys.ts";
import { decideSettings, type SettingsCommand } from "./decide-settings.ts";
import { isSetting, settingsStream } from "./setting-events.ts";
import { evolveSettings, nothingSet, type ProgramSettings } from "./settings.ts";

/** The program's settings, as they are recorded. */
export interface Settings {
  /**
   * Carries out one command. Decides again when another writer was first.
   *
   * @throws {Refusal} When a rule says no.
   */
  execute(command: SettingsCommand, cause: Cause): Promise<ProgramSettings>;
  /** Takes announcements out of the log that are over. */
  forgetOver(): Promise<void>;
  /** Takes what is sealed out of the log: its key is lost, and another one would not open it. */
  forgetWords(): Promise<void>;
}

export interface SettingsDependencies {
  readonly log: Pick<EventLog, "append" | "readStream" | "forget">;
  readonly keys: MemberKeys;
  /** Resolves once the read tables have what was recorded before the call. */
  readonly catchUp: () => Promise<void>;
  /** A new UUID. */
  readonly newId: () => string;
}

const isAnnouncement: ReadonlySet<string> = new Set(["AnnouncementMade", "AnnouncementEnded"]);

export function createSettings({ log, keys, catchUp, newId }: SettingsDependencies): Settings {
  async function forget(recorded: readonly Recorded[]): Promise<void> {
    const left = recorded.filter(({ sealed }) => sealed !== null);
    if (left.length === 0) return;
    await log.forget({ positions: left.map(({ position }) => position) });
  }

  async function attempt(command: SettingsCommand, cause: Cause): Promise<ProgramSettings> {
    const memberId = settingsStream;
    const key = (await keys.ensure([memberId])).get(memberId);
    // Settings change a few times a year: their stream is read whole.
    const recorded = await log.readStream(memberId);
    const before = recorded.map((event) => openEvent(event, key)).filter(isSetting)
      .reduce(evolveSettings, nothingSet);
    const events = decideSettings(before, command);
    if (events.length > 0) {
      await log.append([{
        memberId,
        head: recorded.at(-1) ?? emptyStream,
        cause,
        events: events.map((event) => sealEvent(event, { memberId, eventId: newId(), key })),
      }]);
      await catchUp();
    }
    // Words about somebody are not kept once they are over.
    const isOver = command.type === "Announce" || command.type === "EndAnnouncement";
    if (isOver && events.length > 0) {
      await forget(recorded.filter(({ type }) => type === "AnnouncementMade"));
    }
    return events.reduce(evolveSettings, before);
  }

  return {
    async forgetOver() {
      const recorded = await log.readStream(settingsStream);
      const last = recorded.findLast(({ type }) => isAnnouncement.has(type));
      await forget(
        recorded.filter(({ type, position }) =>
          type === "AnnouncementMade" && position !== last?.position
        ),
      );
    },
    async forgetWords() {
      await forget(await log.readStream(settingsStream));
    },
    execute: (command, cause) => untilRecorded(() => attempt(command, cause)),
  };
}
