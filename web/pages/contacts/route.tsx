import { type Context, Hono } from "hono";
import { ContactAudiencesChange } from "../../../api/contract/contacts.ts";
import { contactOrder } from "../../../events/members/contact-fields.ts";
import { flash } from "../../flash.ts";
import type { FormState } from "../../forms/form-state.ts";
import type { MemberEnv } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import type { SiteDeps } from "../../site-deps.ts";
import { checked, readTexts } from "../connections/read-texts.ts";
import { refusedForm } from "../form.ts";
import { ContactsPage } from "./page.tsx";

/** `/contacts`: who can see the viewer's contacts, and who saw them. */
export function contactsRoutes({ product }: SiteDeps): Hono<MemberEnv> {
  const { contacts, profiles } = product;

  async function show(c: Context<MemberEnv>, sent?: FormState) {
    const { memberId } = c.var.member;
    const [profile, audiences, seen] = await Promise.all([
      profiles.own(memberId),
      contacts.audiences(memberId),
      contacts.reveals(memberId, pageIn(c)),
    ]);
    return c.render(<ContactsPage {...{ profile, audiences, seen, sent }} />, {
      title: "My Contacts",
    });
  }

  return new Hono<MemberEnv>()
    .get(paths.contacts(), (c) => show(c))
    .post(paths.contacts(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const texts = await readTexts(c, contactOrder);
      try {
        const change = checked(ContactAudiencesChange, texts);
        await contacts.changeAudiences(memberId, change, origin);
      } catch (error) {
        return show(c, refusedForm(c, error, texts, "Contacts not saved"));
      }
      flash(c, { title: "Contacts saved" });
      return c.redirect(paths.contacts(), 303);
    });
}

/** Reads a page number; the first page when it isn't one. */
function pageIn(c: Context): number {
  const page = c.req.query("page") ?? "";
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}
