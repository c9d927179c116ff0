import { type Context, Hono } from "hono";
import { type SettingsDeed, settingsInput } from "../../../../api/contract/settings.ts";
import { toProblem } from "../../../../api/problems.ts";
import { limitNames } from "../../../../events/program/limits.ts";
import { flash } from "../../../flash.ts";
import type { MemberEnv } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import type { SiteDeps } from "../../../site-deps.ts";
import { checked, readTexts } from "../../connections/read-texts.ts";
import { refusedForm } from "../../form.ts";
import { type SentSettings, SettingsPage } from "./page.tsx";

const names = [
  "does",
  "id",
  "label",
  "supportEmail",
  "admission",
  "admissionDomains",
  "text",
  "until",
  "was",
  ...limitNames,
];

const done: Readonly<Record<SettingsDeed, string>> = {
  brand: "Name and color saved",
  support: "Support address saved",
  admission: "Sign-up settings saved",
  limits: "Limits saved",
  "add-topic": "Help topic added",
  "rename-topic": "Help topic renamed",
  "withdraw-topic": "Help topic removed",
  "offer-topic": "Help topic restored",
  announce: "Announcement posted",
  "end-announcement": "Announcement removed",
};

/** `/program/settings`, behind the door of `/program`. */
export function settingsRoutes({ product: { settings }, config }: SiteDeps): Hono<MemberEnv> {
  async function show(c: Context<MemberEnv>, sent?: SentSettings) {
    const { memberId } = c.var.member;
    const page = (
      <SettingsPage settings={await settings.view(memberId)} sent={sent} now={config.now()} />
    );
    return c.render(page, { title: "Settings" });
  }

  return new Hono<MemberEnv>()
    .get(pagePaths.programSettings(), (c) => show(c))
    .post(pagePaths.programSettings(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      // An empty field says what the installation does, and is none where it is missing.
      const given = await readTexts(c, names);
      const texts = { ...Object.fromEntries(names.map((name) => [name, ""])), ...given };
      try {
        const command = checked(settingsInput(config.now()), changedIn(texts));
        await settings.execute(memberId, command, origin);
      } catch (error) {
        if (toProblem(error)?.details.confirm) throw error;
        const { does = "", id = "" } = given;
        return show(c, { ...refusedForm(c, error, texts, "Not saved"), does, id });
      }
      flash(c, { title: done[given.does as SettingsDeed] });
      return c.redirect(pagePaths.programSettings(), 303);
    });
}

/** Dirty fields: texts that differ from what the form showed. The others would undo a later save of another tab. */
function changedIn(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const was = new URLSearchParams(texts.was);
  return Object.fromEntries(Object.entries(texts).filter(([name, text]) => was.get(name) !== text));
}
