import type { Handler } from "../handler.ts";
import type { Cause, EventLog, StoredEvent } from "../store/event-log.ts";
import { decideSettings, type SettingsCommand } from "./decide-settings.ts";
import { isSetting, settingsStream } from "./setting-events.ts";
import { evolveSettings, nothingSet, type ProgramSettings } from "./settings.ts";

export interface SettingsDependencies {
  readonly handler: Handler;
  readonly log: Pick<EventLog, "readStream" | "forget">;
}

const isAnnouncement: ReadonlySet<string> = new Set(["AnnouncementMade", "AnnouncementEnded"]);

export class Settings {
  constructor(private readonly deps: SettingsDependencies) {}

  async execute(command: SettingsCommand, cause: Cause): Promise<ProgramSettings> {
    const { after, expired } = await this.deps.handler.handle(
      { cause },
      async (transaction) => {
        await transaction.makeKeys([settingsStream]);
        const stream = await transaction.programStream(settingsStream);
        const before = stream.map(({ event }) => event).filter(isSetting)
          .reduce(evolveSettings, nothingSet);
        const events = decideSettings(before, command);
        transaction.append(settingsStream, events);
        // Announcements may name people, so their texts are deleted once they end.
        const isEnded = command.type === "Announce" || command.type === "EndAnnouncement";
        const expired = isEnded && events.length > 0
          ? stream.map(({ stored }) => stored).filter(({ type }) => type === "AnnouncementMade")
          : [];
        return { after: events.reduce(evolveSettings, before), expired };
      },
    );
    await this.#forget(expired);
    return after;
  }

  async forgetExpired(): Promise<void> {
    const stored = await this.deps.log.readStream(settingsStream);
    const last = stored.findLast(({ type }) => isAnnouncement.has(type));
    await this.#forget(
      stored.filter(({ type, position }) =>
        type === "AnnouncementMade" && position !== last?.position
      ),
    );
  }

  async #forget(stored: readonly StoredEvent[]): Promise<void> {
    const left = stored.filter(({ sealed }) => sealed !== null);
    if (left.length === 0) return;
    await this.deps.log.forget({ positions: left.map(({ position }) => position) });
  }
}
