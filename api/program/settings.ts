import type { SettingsCommand } from "../../events/program/decide-settings.ts";
import type { Settings as Recorded } from "../../events/program/handle-settings.ts";
import {
  type Announcement,
  isStanding,
  type ProgramSettings,
} from "../../events/program/settings.ts";
import type { SettingsTable } from "../../events/read/settings.ts";
import { causeOf } from "../accounts/cause.ts";
import { isConfirmed, requireConfirmed } from "../accounts/policies/confirmed.ts";
import type { AdmissionRules } from "../config/admissions.ts";
import type { RateLimits } from "../auth/rate-limits.ts";
import type { Origin } from "../auth/origin.ts";
import type { SettingsView } from "../contract/settings.ts";
import type { Logos } from "./logo.ts";
import { brandOf, type ProgramBrand } from "./brand.ts";
import { admissionOf, refuseFixed, settingsView } from "./settings-view.ts";
import type { InstallationSettings, SettingVariables } from "./installation-settings.ts";

/** The settings that count now, from variables, staff and the product. */
export type EffectiveSettings = ReturnType<typeof createEffectiveSettings>;

/** What staff do about them; whoever is no staff learns that there is nothing. */
export type SettingsOffice = ReturnType<typeof createSettingsOffice>;

export function createEffectiveSettings(
  table: SettingsTable,
  variables: SettingVariables,
  now: () => Date,
) {
  let known: { readonly set: ProgramSettings; readonly brand: ProgramBrand } | undefined;
  return {
    topics: table.topics,
    /** The same object until something of it changes. */
    brand(): ProgramBrand {
      const set = table.current();
      if (known?.set !== set) known = { set, brand: brandOf(set, variables) };
      return known.brand;
    },
    admission(): AdmissionRules {
      const { by, domains } = admissionOf(table.current(), variables);
      return { by: by.value, domains: domains.value };
    },
    /** What stands today for every member to read. */
    announcement(): Announcement | null {
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
  readonly logos: Pick<Logos, "store" | "remove">;
  readonly limits: Pick<RateLimits, "change" | "upload">;
  /** Resolves once everyone reads and finds what was recorded before the call. */
  readonly catchUpAll: () => Promise<void>;
  readonly now: () => Date;
}

export function createSettingsOffice(
  deps: SettingsOfficeDependencies,
) {
  const { table, recorded, installation, requireStaff, limits, logos, catchUpAll, now } = deps;

  async function allow(memberId: string, command: SettingsCommand, { session }: Origin) {
    await requireStaff(memberId);
    if (isGuarded(command)) requireConfirmed(session?.confirmedAtMs, now());
    refuseFixed(command, installation);
    await limits.change(memberId);
  }

  async function record(memberId: string, command: SettingsCommand, origin: Origin) {
    await recorded.execute(command, causeOf(memberId, origin));
    await catchUpAll();
  }

  return {
    /** @throws {Problem} 404 for who is no staff. */
    async view(memberId: string): Promise<SettingsView> {
      await requireStaff(memberId);
      return settingsView(table, installation);
    },
    /** Whether the password was given lately: the question for it would lose a file, or a secret. */
    isConfirmed: ({ session }: Origin): boolean => isConfirmed(session?.confirmedAtMs, now()),
    /** @throws {Problem} 403 with `confirm`, before a file is sent that the question would lose. */
    requireConfirmed: ({ session }: Origin): void =>
      requireConfirmed(session?.confirmedAtMs, now()),
    /**
     * @throws {Problem} 404 for who is no staff; 403 with `confirm` for what keeps strangers out, or says where
     * people write to, when the password was not given lately; 429 after too many changes.
     * @throws {Refusal} When a rule says no.
     */
    async execute(memberId: string, command: SettingsCommand, origin: Origin): Promise<void> {
      await allow(memberId, command, origin);
      await record(memberId, command, origin);
    },
    /**
     * Makes a picture the program's logo; without one, the logo is removed.
     *
     * @throws {Problem} As `execute`.
     * @throws {FileRefused} When it is no picture that can be one.
     */
    async changeLogo(memberId: string, picture: Uint8Array | null, origin: Origin): Promise<void> {
      const change = (logo: string | null) =>
        ({ type: "ChangeSettings", brand: { logo } }) as const;
      await allow(memberId, change(null), origin);
      const logo = picture && await logos.store(picture);
      const { logo: before } = table.current().brand;
      await record(memberId, change(logo), origin);
      if (before != null) await logos.remove(before);
    },
  };
}

/** What a stranger at a browser that is signed in would change first. */
function isGuarded(command: SettingsCommand): boolean {
  return command.type === "ChangeSettings" &&
    [command.admission, command.admissionDomains, command.supportEmail, command.brand]
      .some((wanted) => wanted !== undefined);
}
