import type { SettingsCommand } from "../../../events/program/decide-settings.ts";
import type { Settings as SettingsCommands } from "../../../events/program/handle-settings.ts";
import type { ProgramSettings } from "../../../events/program/settings.ts";
import { causeOf } from "../../auth/cause.ts";
import { requireTwo } from "../../auth/confirmed.ts";
import type { Origin } from "../../auth/origin.ts";
import type { Staff } from "../../auth/staff.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import { Problem } from "../../contract/problem.ts";
import type { Outgoing } from "../../mail/outgoing.ts";
import type { Logos } from "./logo.ts";
import { ignoreOutage } from "../../node/outages.ts";

export type SettingChanges = ReturnType<typeof createSettingChanges>;

interface SettingChangesParts {
  readonly staff: Staff;
  readonly settingsCommands: Pick<SettingsCommands, "execute">;
  readonly settings: Pick<EffectiveSettings, "current">;
  readonly logos: Pick<Logos, "store" | "remove">;
  readonly outgoing: Pick<Outgoing, "current">;
}

export function createSettingChanges(
  { staff, settingsCommands, settings, logos, outgoing }: SettingChangesParts,
) {
  async function allow(memberId: string, command: SettingsCommand, origin: Origin) {
    await staff.require(memberId);
    if (isGuarded(command)) staff.requireConfirmed(origin);
    if (isTwice(command)) await allowTwice(origin);
    await staff.count(memberId);
  }

  /** The person who turns it on must not lock everyone out. */
  async function allowTwice(origin: Origin) {
    if ((await outgoing.current()).isFolder) {
      throw new Problem(409, "Set up mail first: staff get their codes by email");
    }
    requireTwo(origin.session);
  }

  async function save(memberId: string, command: SettingsCommand, origin: Origin) {
    await settingsCommands.execute(command, causeOf(memberId, origin));
  }

  return {
    async view(memberId: string): Promise<ProgramSettings> {
      await staff.require(memberId);
      return settings.current();
    },
    /**
     * Whether the password was checked recently. Forms with a file or secret ask first, since
     * asking later would lose it.
     */
    isConfirmed: (origin: Origin): boolean => staff.isConfirmed(origin),
    requireConfirmed: (origin: Origin): void => staff.requireConfirmed(origin),
    /** @throws {Problem} 403 with `confirm` if guarded, without a recent password check. */
    async execute(memberId: string, command: SettingsCommand, origin: Origin): Promise<void> {
      await allow(memberId, command, origin);
      await save(memberId, command, origin);
    },
    /** `null` removes it. @throws {FileRefused} If it isn't PNG, JPEG or WebP. */
    async changeLogo(memberId: string, picture: Uint8Array | null, origin: Origin): Promise<void> {
      const change = (logo: string | null) =>
        ({ type: "ChangeSettings", brand: { logo } }) as const;
      await allow(memberId, change(null), origin);
      const logo = picture && await logos.store(picture);
      const { logo: before } = settings.current().brand;
      await save(memberId, change(logo), origin);
      if (before != null) await logos.remove(before).catch(ignoreOutage);
    },
  };
}

/**
 * Whether an intruder at a signed-in browser could misuse it: admission, addresses, appearance, the
 * privacy page.
 */
function isGuarded(command: SettingsCommand): boolean {
  return command.type === "ChangeSettings" &&
    [
      ...[command.admission, command.admissionDomains, command.supportEmail, command.brand],
      command.privacyText,
      command.staffProveTwice,
    ].some((wanted) => wanted !== undefined);
}

function isTwice(command: SettingsCommand): boolean {
  return command.type === "ChangeSettings" && command.staffProveTwice === true;
}
