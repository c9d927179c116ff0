import type { SettingsCommand } from "../../events/program/decide-settings.ts";
import type { Settings as Recorded } from "../../events/program/handle-settings.ts";
import { type LimitName, limitNames } from "../../events/program/limits.ts";
import { type Announcement, isStanding } from "../../events/program/settings.ts";
import type { SettingsTable } from "../../events/read/settings.ts";
import { causeOf } from "../accounts/cause.ts";
import { requireConfirmed } from "../accounts/policies/confirmed.ts";
import { type AdmissionRules, openDoor } from "../config/admissions.ts";
import type { RateLimits } from "../auth/rate-limits.ts";
import type { Origin } from "../product.ts";
import type { SettingsView } from "../contract/settings.ts";

/** What the installation says, where staff have set nothing. */
export interface InstallationSettings {
  readonly supportEmail: string;
  readonly admission: AdmissionRules;
  readonly limits: Readonly<Record<LimitName, number>>;
}

/** The settings that count now: what staff have set, and else the installation's. */
export interface EffectiveSettings extends Pick<SettingsTable, "topics"> {
  supportEmail(): string;
  admission(): AdmissionRules;
  /** What stands today for every member to read. */
  announcement(): Announcement | null;
}

/** What staff do about them; whoever is no staff learns that there is nothing. */
export interface SettingsOffice {
  /** @throws {Problem} 404 for who is no staff. */
  view(memberId: string): Promise<SettingsView>;
  /**
   * @throws {Problem} 404 for who is no staff; 403 with `confirm` for what keeps strangers out, or says where
   * people write to, when the password was not given lately; 429 after too many changes.
   * @throws {Refusal} When a rule says no.
   */
  execute(memberId: string, command: SettingsCommand, origin: Origin): Promise<void>;
}

export function createEffectiveSettings(
  table: SettingsTable,
  installation: Pick<InstallationSettings, "supportEmail"> & {
    readonly admission?: AdmissionRules | undefined;
  },
  now: () => Date,
): EffectiveSettings {
  const { admission = openDoor } = installation;
  return {
    topics: table.topics,
    supportEmail: () => table.current().supportEmail ?? installation.supportEmail,
    admission() {
      const set = table.current();
      return {
        by: set.admission ?? admission.by,
        domains: set.admissionDomains ?? admission.domains,
      };
    },
    announcement() {
      const { announcement } = table.current();
      return isStanding(announcement, now()) ? announcement : null;
    },
  };
}

export interface SettingsOfficeDependencies {
  readonly table: SettingsTable;
  readonly recorded: Recorded;
  readonly installation: InstallationSettings;
  readonly requireStaff: (memberId: string) => Promise<unknown>;
  readonly limits: Pick<RateLimits, "change">;
  /** Resolves once everyone reads and finds what was recorded before the call. */
  readonly catchUpAll: () => Promise<void>;
  readonly now: () => Date;
}

export function createSettingsOffice(
  deps: SettingsOfficeDependencies,
): SettingsOffice {
  const { table, recorded, installation, requireStaff, limits, catchUpAll, now } = deps;
  return {
    async view(memberId) {
      await requireStaff(memberId);
      return settingsView(table, installation);
    },
    async execute(memberId, command, origin) {
      await requireStaff(memberId);
      if (isGuarded(command)) {
        requireConfirmed(origin.session?.confirmedAtMs, now());
      }
      await limits.change(memberId);
      await recorded.execute(command, causeOf(memberId, origin));
      await catchUpAll();
    },
  };
}

/** What a stranger at a browser that is signed in would change first. */
function isGuarded(command: SettingsCommand): boolean {
  return command.type === "ChangeSettings" &&
    [command.admission, command.admissionDomains, command.supportEmail]
      .some((wanted) => wanted !== undefined);
}

/** Each setting beside what the installation says. */
export function settingsView(
  table: Pick<SettingsTable, "current">,
  { supportEmail, admission, limits }: InstallationSettings,
): SettingsView {
  const set = table.current();
  return {
    supportEmail: { set: set.supportEmail, installation: supportEmail },
    admission: { set: set.admission, installation: admission.by },
    admissionDomains: { set: set.admissionDomains, installation: admission.domains },
    limits: Object.fromEntries(
      limitNames.map((name) => [
        name,
        { set: set.limits[name] ?? null, installation: limits[name] },
      ]),
    ) as SettingsView["limits"],
    topics: set.topics,
    announcement: set.announcement,
  };
}
