import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Typed } from "../../../api/features/invitations/typed-answers.ts";
import { toProblem } from "../../../api/http/problems.ts";
import { isStaff } from "../../../events/program/admission.ts";
import { isListField, profileFields } from "../../../events/members/profile-fields.ts";
import { flash } from "../../flash.ts";
import type { FormState } from "../../forms/form-state.ts";
import type { PageEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { cut, readFields, runForm } from "../form.ts";
import { InvitationPage, type InvitationState } from "./view.tsx";
import { preparedOf, typedKeyFor } from "./prepared.tsx";

const textFields = [
  "firstName",
  "lastName",
  ...profileFields.filter((name) => !isListField(name)),
];
const mostTopics = 50;

/** A sent form, in either step. Nothing is stored before the person's last press. */
interface Sent extends Typed {
  readonly token: string;
  readonly does: string;
}

/** Typed values, encrypted in this browser, so that a page can be loaded again. */
const cookieName = "answer";
const cookiePath = { path: pagePaths.invitation() };
const daySeconds = 24 * 60 * 60;

/** `/invitation`: for everyone, signed in or not, since a mailed link may be opened anywhere. */
export function invitationRoutes({ product, config }: SiteDeps) {
  const show = (c: Context<PageEnv>, state: InvitationState) => {
    const { programName } = config;
    const page = <InvitationPage {...{ state, programName }} />;
    return c.render(page, { title: "Invitation", isSecret: true });
  };

  function invalid(c: Context<PageEnv>) {
    c.status(400);
    return show(c, { is: "invalid" });
  }

  function storeTyped(c: Context, { token, texts, topics }: Omit<Sent, "does">): boolean {
    const sealed = product.typedAnswers.seal(token, { texts, topics });
    if (sealed === undefined) return false;
    const rules = { httpOnly: true, sameSite: "Lax", maxAge: daySeconds } as const;
    setCookie(c, cookieName, sealed, { ...cookiePath, ...rules });
    return true;
  }

  function readTyped(c: Context, token: string): Typed | undefined {
    return product.typedAnswers.open(token, getCookie(c, cookieName) ?? "");
  }

  async function ask(
    c: Context<PageEnv>,
    token: string,
    form?: FormState,
    typed = readTyped(c, token),
  ) {
    const member = token === "" ? undefined : await product.invitations.find(token);
    if (member === undefined) return invalid(c);
    if (isOpenedByPerson(c)) await product.invitations.noteOpened(member);
    const inviter = await product.invitations.inviter(member);
    const offered = product.settings.topics().offered;
    const { programName: program } = config;
    const prepared = preparedOf(member, { token, program, topics: offered, inviter });
    const sent = form ?? (typed && { values: typed.texts, fields: {} });
    return show(c, { is: "asking", prepared, form: sent, topics: typed?.topics });
  }

  /** Shows what cadets would see. Changes nothing. */
  async function showPreview(c: Context<PageEnv>, { token, texts, topics }: Omit<Sent, "does">) {
    const profile = await product.invitations.preview(answerOf({ token, texts, topics }));
    if (profile === undefined) return invalid(c);
    const typedKey = typedKeyFor(token);
    return show(c, { is: "preview", profile, token, typed: texts, topics, typedKey });
  }

  /** Redirects to a page that can be loaded again. */
  async function redirectToPreview(c: Context<PageEnv>, sent: Sent) {
    const page = await showPreview(c, sent);
    return storeTyped(c, sent) ? c.redirect(pagePaths.seenInvitation(sent.token), 303) : page;
  }

  async function accept(c: Context<PageEnv>, typed: Sent) {
    const isVisible = typed.does === "show";
    const answer = { ...answerOf(typed), isVisible };
    const signedIn = await product.invitations.accept(answer, c.var.origin);
    await c.var.signIn(signedIn);
    deleteCookie(c, cookieName, cookiePath);
    const { profile } = signedIn.member;
    flash(c, {
      title: "Welcome to Alumni Connect",
      description: "You're signed in. Next time, choose “Email me a code”. It needs no password.",
    });
    return c.redirect(profile ? paths.home() : paths.editProfile(), 303);
  }

  async function decline(c: Context<PageEnv>, token: string) {
    try {
      const id = await product.declining.decline(token, c.var.origin);
      deleteCookie(c, cookieName, cookiePath);
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
      const typed = await readSent(c);
      const { token, does, texts: values } = typed;
      if (does === "change") return await ask(c, token, { values, fields: {} }, typed);
      return await runForm(c, {
        failed: "Not accepted",
        values,
        show({ failure, ...form }) {
          // Errors are shown at their fields.
          const isAtFields = Object.keys(form.fields).length > 0;
          return ask(c, token, isAtFields ? form : { ...form, failure }, typed);
        },
        run: () => does === "see" ? redirectToPreview(c, typed) : accept(c, typed),
      });
    })
    .get(pagePaths.seenInvitation(), async (c) => {
      const token = cut(c.req.query("token") ?? "");
      const typed = readTyped(c, token);
      if (typed === undefined) return c.redirect(pagePaths.invitation(token), 303);
      try {
        return await showPreview(c, { token, ...typed });
      } catch (error) {
        // It was answered elsewhere, or a topic is no longer offered: the previous page says so.
        if (toProblem(error) === undefined) throw error;
        return c.redirect(pagePaths.invitation(token), 303);
      }
    })
    .get(pagePaths.unsubscribeInvitation(), (c) => {
      const token = cut(c.req.query("token") ?? "");
      if (product.declining.canStopMail(token)) return show(c, { is: "stopping", token });
      return badStopLink(c);
    })
    // Mail programs send this with one click (RFC 8058), without opening a page first.
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

async function readSent(c: Context): Promise<Sent> {
  const texts = await readFields(c, ["token", "does", ...textFields]);
  const form = await c.req.formData();
  const topics = form.getAll("helpTopics").slice(0, mostTopics)
    .flatMap((topic) => typeof topic === "string" ? cut(topic) : []);
  const { token = "", does = "see", ...others } = texts;
  return { token, does, texts: others, topics };
}

function answerOf({ token, texts, topics }: Omit<Sent, "does">) {
  const { firstName, lastName, ...fields } = texts;
  return { token, firstName, lastName, fields: { ...fields, helpTopics: [...topics] } };
}

/**
 * Whether a person's browser opens the page. Fetches by mail scanners and visits by staff don't
 * count. A scanner that is itself a browser does.
 */
function isOpenedByPerson(c: Context<PageEnv>): boolean {
  const viewer = c.get("viewer");
  return c.req.header("Sec-Fetch-Mode") === "navigate" &&
    c.req.header("Sec-Fetch-Dest") === "document" &&
    c.req.header("Sec-Purpose") === undefined && !(viewer && isStaff(viewer));
}
