import { type Context, Hono } from "hono";
import { AcceptInvitationForm } from "../../../api/contract/account.ts";
import { toProblem } from "../../../api/http/problems.ts";
import { isStaff } from "../../../events/program/admission.ts";
import { isListField, profileFields } from "../../../events/members/profile-fields.ts";
import { flash } from "../../flash.ts";
import { formOf } from "../../forms/form-of.ts";
import type { Checked, FormState } from "../../forms/form-state.ts";
import type { PageEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { cut, invalidForm, readFields, readForm, runForm } from "../form.ts";
import { InvitationPage, type InvitationState } from "./view.tsx";
import { preparedOf } from "./prepared.tsx";

const accountForm = formOf(AcceptInvitationForm, Object.keys(AcceptInvitationForm.shape));
const offered = profileFields.filter((name) => !isListField(name));
const invitationForm = { fields: accountForm.fields, hidden: offered, check };

/** `/invitation`: for everyone, signed in or not, since a mailed link may be opened anywhere. */
export function invitationRoutes({ product, config }: SiteDeps) {
  const show = (c: Context<PageEnv>, state: InvitationState) => {
    const { programName } = config;
    const page = <InvitationPage {...{ state, programName }} />;
    return c.render(page, { title: "Invitation", isSecret: true });
  };

  async function ask(c: Context<PageEnv>, token: string, form?: FormState) {
    const member = token === "" ? undefined : await product.invitations.find(token);
    if (member === undefined) {
      c.status(400);
      return show(c, { is: "invalid" });
    }
    if (isOpenedByPerson(c)) await product.invitations.noteOpened(member);
    return show(c, { is: "asking", prepared: preparedOf(member, token, config.programName), form });
  }

  async function decline(c: Context<PageEnv>, token: string) {
    try {
      const id = await product.declining.decline(token, c.var.origin);
      return show(c, { is: "declined", id });
    } catch (error) {
      if (toProblem(error)?.status !== 400) throw error;
      c.status(400);
      return show(c, { is: "invalid" });
    }
  }

  function badStopLink(c: Context<PageEnv>) {
    c.status(400);
    return show(c, { is: "no stop link", supportEmail: config.supportEmail });
  }

  return new Hono<PageEnv>()
    .get(pagePaths.invitation(), (c) => ask(c, cut(c.req.query("token") ?? "")))
    .post(pagePaths.invitation(), async (c) => {
      const { checked, values, texts: { token = "" } } = await readForm(c, invitationForm);
      if (!checked.ok) return await ask(c, token, invalidForm(c, checked.fields, values));
      const { confirmPassword: _, ...accepted } = checked.value;
      return runForm(c, {
        failed: "Not accepted",
        values,
        show: (sent) => ask(c, token, sent),
        async run() {
          const { origin, signIn } = c.var;
          const signedIn = await product.invitations.accept(accepted, origin, c.req.raw.signal);
          await signIn(signedIn);
          const { profile, offer, username } = signedIn.member;
          flash(c, { title: "Invitation accepted", description: logInWith(username) });
          return c.redirect(profile || !offer ? paths.profile() : paths.editProfile(), 303);
        },
      });
    })
    .get(pagePaths.unsubscribeInvitation(), (c) => {
      const token = cut(c.req.query("token") ?? "");
      if (product.declining.canStopMail(token)) return show(c, { is: "stopping", token });
      return badStopLink(c);
    })
    // Also one click in a mail program (RFC 8058), which has no page before it.
    .post(pagePaths.unsubscribeInvitation(), async (c) => {
      try {
        await product.declining.stopMail(cut(c.req.query("token") ?? ""), c.var.origin);
      } catch (error) {
        if (toProblem(error)?.status !== 400) throw error;
        return badStopLink(c);
      }
      return show(c, { is: "stopped" });
    })
    .get(pagePaths.declineInvitation(), (c) => c.redirect(paths.home(), 302))
    .post(pagePaths.declineInvitation(), async (c) => {
      const { token = "", declined = "" } = await readFields(c, ["token", "declined"]);
      if (declined === "") return await decline(c, token);
      await product.declining.forgetDeclined(declined);
      return show(c, { is: "declined" });
    });
}

const logInWith = (username: string) =>
  `You're signed in. Next time, log in as ${username} or with your email address.`;

type Accepted = AcceptInvitationForm & { readonly fields: Readonly<Record<string, string>> };

function check(texts: Readonly<Record<string, string>>): Checked<Accepted> {
  const account = accountForm.check(texts);
  const typed = Object.fromEntries(
    Object.entries(texts).filter(([name]) => !accountForm.fields.includes(name)),
  );
  return account.ok ? { ok: true, value: { ...account.value, fields: typed } } : account;
}

/**
 * Whether a person's browser opens the page. Fetches by mail scanners and visits by staff don't count; a scanner
 * that is a browser itself does.
 */
function isOpenedByPerson(c: Context<PageEnv>): boolean {
  const viewer = c.get("viewer");
  return c.req.header("Sec-Fetch-Mode") === "navigate" &&
    c.req.header("Sec-Fetch-Dest") === "document" &&
    c.req.header("Sec-Purpose") === undefined && !(viewer && isStaff(viewer));
}
