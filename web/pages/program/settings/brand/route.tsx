import { type Context, Hono } from "hono";
import { settingsInput } from "../../../../../api/contract/settings.ts";
import { toProblem } from "../../../../../api/problems.ts";
import { fieldMessages } from "../../../../../events/members/profile.ts";
import { flash } from "../../../../flash.ts";
import type { MemberEnv, SiteDeps } from "../../../../page-env.ts";
import { pagePaths } from "../../../../paths.ts";
import { cut, refusedForm } from "../../../form.ts";
import type { SentSettings } from "../page.tsx";
import { asSentences, saveSettings } from "../route.tsx";
import { BrandPage, textFields } from "./page.tsx";

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
    // With values in the address, the page shows how they look. Nothing is saved.
    .get(pagePaths.programBrand(), (c) => {
      const query = c.req.query();
      if (query.does !== "brand") return show(c);
      const values = Object.fromEntries(textFields.map((name) => [name, cut(query[name] ?? "")]));
      if (query.usesDefaultColor !== undefined) values.brandColor = "";
      const read = settingsInput(config.now()).safeParse({ does: "brand", ...values });
      const fields = read.success ? {} : asSentences(fieldMessages(read.error));
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
      const file = form.get("logo");
      const isFile = file instanceof File && file.size > 0;
      try {
        if (form.get("does") === "confirm") {
          settings.requireConfirmed(origin);
        } else if (form.get("does") === "remove") {
          await settings.changeLogo(memberId, null, origin);
          flash(c, { title: "Logo removed" });
        } else if (isFile) {
          await settings.changeLogo(memberId, new Uint8Array(await file.arrayBuffer()), origin);
          flash(c, { title: "Logo saved" });
        } else {
          const fields = { logo: "Choose a picture" };
          c.status(400);
          return await show(c, { values: {}, fields, does: "logo", id: "" });
        }
      } catch (error) {
        const problem = toProblem(error);
        if (problem?.details.confirm) throw error;
        const sent = refusedForm(c, error, {}, "Not saved");
        const fields = { logo: problem?.message ?? "" };
        return await show(c, { ...sent, fields, does: "logo", id: "" });
      }
      return c.redirect(`${pagePaths.programBrand()}#logo`, 303);
    });
}
