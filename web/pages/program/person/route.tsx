import { type Context, Hono } from "hono";
import type { FormState } from "../../../forms/form-state.ts";
import type { MemberEnv, SiteDeps } from "../../../page-env.ts";
import { pagePaths, paths } from "../../../paths.ts";
import { readTexts } from "../../connections/read-texts.ts";
import { decide, decisionNames } from "../decide.ts";
import { runForm } from "../../form.ts";
import { PersonPage, RemoveAccessPage } from "./page.tsx";

/** `/program/everybody/:id`: one account, for staff. */
export function personRoutes({ product: { program } }: SiteDeps): Hono<MemberEnv> {
  async function show(c: Context<MemberEnv>, personId: string, sent?: FormState) {
    const found = await program.person(c.var.member.memberId, personId);
    return c.render(<PersonPage {...found} sent={sent} />, { title: "Person" });
  }

  return new Hono<MemberEnv>()
    .get("/program/everybody/:id", (c) => show(c, c.req.param("id")))
    .get("/program/everybody/:id/staff-access", async (c) => {
      const found = await program.person(c.var.member.memberId, c.req.param("id"));
      if (!found.person.isStaff) return c.redirect(pagePaths.programPerson(found.person.id), 302);
      return c.render(<RemoveAccessPage {...found} />, { title: "Remove staff access" });
    })
    .post("/program/everybody/:id", async (c) => {
      const personId = c.req.param("id");
      const texts = await readTexts(c, decisionNames);
      // Without their own access they can't see this page.
      const isOwn = (texts.does === "take-cadre" || texts.does === "unconfirm-cadre") &&
        personId === c.var.member.memberId;
      return await runForm(c, {
        run: () => decide(program, c.var, personId, texts),
        next: isOwn ? paths.home() : pagePaths.programPerson(personId),
        show: (sent) => show(c, personId, sent),
        failed: "That didn't work",
      });
    });
}
