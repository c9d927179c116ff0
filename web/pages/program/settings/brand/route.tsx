import { type Context, Hono } from "hono";
import { settingsInput } from "../../../../../api/contract/settings.ts";
import { fieldMessages } from "../../../../../events/members/profile.ts";
import type { MemberEnv, SiteDeps } from "../../../../page-env.ts";
import { pagePaths } from "../../../../paths.ts";
import { cut, runForm } from "../../../form.ts";
import type { SentSettings } from "../view.tsx";
import { saveSettings } from "../route.tsx";
import { BrandPage, textFields } from "./view.tsx";
import type { FormState } from "../../../../forms/form-state.ts";

/** `/program/settings/brand`: name, color and logo of the program. */
export function brandRoutes(deps: SiteDeps): Hono<MemberEnv> {
  const { product: { settings }, config } = deps;

  async function show(c: Context<MemberEnv>, sent?: SentSettings) {
    const view = await settings.view(c.var.member.memberId);
    return c.render(
      <BrandPage
        settings={view}
        brand={settings.brand()}
        sent={sent}
        canUpload={settings.isConfirmed(c.var.origin)}
        nonce={c.get("secureHeadersNonce")}
      />,
      { title: "Name and Look" },
    );
  }

  return new Hono<MemberEnv>()
    // Values in the URL are only previewed. Nothing is saved.
    .get(pagePaths.programBrand(), (c) => {
      const query = c.req.query();
      if (query.does !== "brand") return show(c);
      const values = Object.fromEntries(textFields.map((name) => [name, cut(query[name] ?? "")]));
      if (query.usesDefaultColor !== undefined) values.brandColor = "";
      const read = settingsInput(config.now()).safeParse({ does: "brand", ...values });
      const fields = read.success ? {} : fieldMessages(read.error);
      return show(c, {
        values: { ...values, was: cut(query.was ?? "") },
        fields,
        does: "preview",
        id: "",
      });
    })
    .post(
      pagePaths.programBrand(),
      (c) => saveSettings(c, deps, pagePaths.programBrand(), (sent) => show(c, sent)),
    )
    .get(pagePaths.programLogo(), (c) => c.redirect(pagePaths.programBrand(), 302))
    .post(pagePaths.programLogo(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const form = await c.req.formData();
      const showLogo = (message: string, sent: FormState = { values: {}, fields: {} }) =>
        show(c, { ...sent, fields: { logo: message }, does: "logo", id: "" });
      return await runForm(c, {
        async run() {
          const file = form.get("logo");
          if (form.get("does") === "confirm") return settings.requireConfirmed(origin);
          if (form.get("does") === "remove") {
            await settings.changeLogo(memberId, null, origin);
            return "Logo removed";
          }
          if (!(file instanceof File) || file.size === 0) {
            c.status(422);
            return await showLogo("Choose a picture");
          }
          await settings.changeLogo(memberId, new Uint8Array(await file.arrayBuffer()), origin);
          return "Logo saved";
        },
        next: `${pagePaths.programBrand()}#logo`,
        show: (sent) => showLogo(sent.failure?.message ?? "", sent),
        failed: "Not saved",
      });
    });
}
