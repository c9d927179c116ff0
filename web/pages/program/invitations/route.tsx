import { type Context, Hono } from "hono";
import { InvitePerson } from "../../../../api/contract/program.ts";
import { Problem } from "../../../../api/problems.ts";
import { flash } from "../../../flash.ts";
import type { FormState } from "../../../forms/form-state.ts";
import type { MemberEnv } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import type { SiteDeps } from "../../../site-deps.ts";
import { checked, readTexts } from "../../connections/read-texts.ts";
import { refusedForm } from "../../form.ts";
import { InvitationsPage } from "./page.tsx";

/** `/program/invitations`, behind the door of `/program`. */
export function invitationsRoutes({ product: { inviting } }: SiteDeps): Hono<MemberEnv> {
  async function show(c: Context<MemberEnv>, sent?: FormState) {
    const wanted = Number(c.req.query("page") ?? 1);
    const page = Number.isSafeInteger(wanted) ? wanted : 1;
    const pending = await inviting.pending(c.var.member.memberId, page);
    return c.render(<InvitationsPage pending={pending} sent={sent} />, {
      title: "Invitations",
    });
  }

  async function act(c: Context<MemberEnv>, texts: Readonly<Record<string, string>>) {
    const { member: { memberId }, origin } = c.var;
    const { memberId: personId = "", does, firstName = "", lastName = "", email = "" } = texts;
    switch (does) {
      case "invite": {
        const person = checked(InvitePerson, { firstName, lastName, email });
        await inviting.invite(memberId, person, origin);
        return "Invitation sent";
      }
      case "resend":
        await inviting.resend(memberId, personId, origin);
        return "Sent again";
      case "withdraw":
        await inviting.withdraw(memberId, personId, origin);
        return "Invitation withdrawn";
      default:
        throw new Problem(400, "Please choose what to do");
    }
  }

  return new Hono<MemberEnv>()
    .get(pagePaths.invitations(), (c) => show(c))
    .post(pagePaths.invitations(), async (c) => {
      const names = ["memberId", "does", "firstName", "lastName", "email"];
      const texts = await readTexts(c, names);
      try {
        flash(c, { title: await act(c, texts) });
      } catch (error) {
        const { memberId: _, does: __, ...values } = texts;
        return show(c, refusedForm(c, error, values, "Not done"));
      }
      return c.redirect(pagePaths.invitations(), 303);
    });
}
