import type { MemberRecord } from "../../../events/members/record.ts";
import type { BackupState } from "../../backup/backups.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import { isLoopback } from "../../config/loopback.ts";
import type { MailState } from "../../mail/setup/mail-state.ts";

export const setupSteps = [
  "name",
  "logo",
  "color",
  "support",
  "admission",
  "mail",
  "profile",
  "invitations",
  "secret",
  "backup",
] as const;
export type SetupStep = typeof setupSteps[number];

/**
 * Steps without which people can't join, don't know whose directory it is, or would lose all data
 * with the disk.
 */
const needed: readonly SetupStep[] = ["name", "support", "admission", "mail", "secret"];

export const firstInvitations = 10;

/** Setup progress, derived from the current state rather than checked off. */
export type Setup = Awaited<ReturnType<ReturnType<typeof createSetup>>>;

interface SetupParts {
  readonly settings: Pick<EffectiveSettings, "current" | "brand" | "admission">;
  readonly countInvited: () => Promise<{ readonly ever: number }>;
  readonly backups: { state(): Promise<BackupState> };
  readonly appOrigin: string;
}

export function createSetup(deps: SetupParts) {
  const isLocal = isLoopback(new URL(deps.appOrigin).hostname);

  return async (
    { profile }: Pick<MemberRecord, "profile">,
    { is: mail }: Pick<MailState, "is">,
  ) => {
    const [{ ever: invited }, { madeAt, isOld, isSameDisk, secret }] = await Promise.all([
      deps.countInvited(),
      deps.backups.state(),
    ]);
    const set = deps.settings.current();
    const { programName, universityName, logo, brandColor } = set.brand;
    const { keepsColor = false, keepsAdmission = false, isHidden = false } = set.setup ?? {};
    const hasBackup = madeAt !== undefined && !isOld;
    const isNamed = programName != null;
    const isDone: Readonly<Record<SetupStep, boolean>> = {
      name: isNamed && universityName != null,
      logo: logo != null,
      color: brandColor != null || keepsColor,
      support: set.supportEmail !== null,
      admission: set.admission !== null || keepsAdmission,
      mail: mail === "works",
      profile: profile !== null,
      invitations: invited >= firstInvitations,
      secret: secret.isKept,
      backup: hasBackup && !isSameDisk,
    };
    const canHide = needed.every((step) => isDone[step]);
    return {
      done: setupSteps.filter((step) => isDone[step]),
      canHide,
      // The list comes back when a needed step is undone.
      isHidden: isHidden && canHide,
      // Whether it is online under the product's default name.
      needsName: !isNamed && !isLocal,
      ...deps.settings.brand(),
      admission: deps.settings.admission().by,
      mail,
      invited,
      hasBackup,
    };
  };
}
