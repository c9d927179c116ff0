import { type Context, Hono } from "hono";
import type { MemberEnv, SiteDeps } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import { type SentSettings, SettingsPage } from "./view.tsx";
import {
  settingLabels,
  type SettingsAction,
  settingsInput,
} from "../../../../api/contract/settings.ts";
import { limitNames } from "../../../../events/program/limits.ts";
import { checked, readTexts, runForm } from "../../form.ts";

/** `/program/settings`, for staff. */
export function settingsRoutes(deps: SiteDeps): Hono<MemberEnv> {
  const { product: { settings }, config } = deps;
  async function show(c: Context<MemberEnv>, sent?: SentSettings) {
    const view = await settings.view(c.var.member.memberId);
    return c.render(
      <SettingsPage
        settings={view}
        brand={settings.brand()}
        admits={config.admission.by}
        sent={sent}
        now={config.now()}
      />,
      { title: "Settings" },
    );
  }

  return new Hono<MemberEnv>()
    .get(pagePaths.programSettings(), (c) => show(c))
    .post(
      pagePaths.programSettings(),
      (c) => saveSettings(c, deps, pagePaths.programSettings(), (sent) => show(c, sent)),
    );
}

const names = [
  "privacyText",
  ...Object.keys(settingLabels),
  ...limitNames,
  "backupWeeks",
  "does",
  "id",
  "label",
  "text",
  "until",
  "was",
];

export const done: Readonly<Record<SettingsAction, string>> = {
  brand: "Name and color saved",
  support: "Support address saved",
  admission: "Sign-up settings saved",
  limits: "Limits saved",
  privacy: "Privacy page saved",
  backups: "Backup settings saved",
  "require-two-proofs": "Staff now need two steps",
  "require-one-proof": "Staff now need one step",
  "add-topic": "Help topic added",
  "rename-topic": "Help topic renamed",
  "withdraw-topic": "Help topic removed",
  "offer-topic": "Help topic restored",
  announce: "Announcement posted",
  "end-announcement": "Announcement removed",
  "commissioning-date": "Commissioning date saved",
  "no-commissioning-date": "Commissioning date removed",
};

export async function saveSettings(
  c: Context<MemberEnv>,
  { product: { settings }, config }: SiteDeps,
  next: string,
  show: (sent: SentSettings) => Response | Promise<Response>,
): Promise<Response> {
  const { member: { memberId }, origin } = c.var;
  // An empty field means the default. A missing field counts as empty.
  const given = await readTexts(c, names);
  const texts = { ...Object.fromEntries(names.map((name) => [name, ""])), ...given };
  if ((await c.req.formData()).has("usesDefaultColor")) texts.brandColor = "";
  const { does = "", id = "" } = given;
  return await runForm(c, {
    async run() {
      const command = checked(settingsInput(config.now()), changedIn(texts));
      await settings.execute(memberId, command, origin);
      return done[does as SettingsAction];
    },
    next,
    show: (form) => show({ ...form, does, id }),
    values: texts,
    failed: "Not saved",
  });
}

/**
 * Texts that differ from what the form showed. Saving the others would undo a later save in another
 * tab.
 */
function changedIn(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const was = new URLSearchParams(texts.was);
  return Object.fromEntries(Object.entries(texts).filter(([name, text]) => was.get(name) !== text));
}
