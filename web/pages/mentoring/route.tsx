import { type Context, Hono, type Next } from "hono";
import { MentoringChange } from "../../../api/contract/connections.ts";
import type { FormState } from "../../forms/form-state.ts";
import type { MemberEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { checked, readTexts, runForm } from "../form.ts";
import { NotFoundPage } from "../error/view.tsx";
import { isMentor } from "./ask-state.tsx";
import { MentoringPage } from "./view.tsx";

/**
 * `/mentoring`: whether and how often cadets can ask the member for help. Cadets don't have this
 * page.
 */
export function mentoringRoutes({ product, config }: SiteDeps): Hono<MemberEnv> {
  const { connections, conversations } = product;

  async function show(c: Context<MemberEnv>, sent?: FormState) {
    const { member } = c.var;
    const settings = await conversations.settings(member.memberId);
    const page = <MentoringPage {...{ member, settings, now: config.now(), sent }} />;
    return c.render(page, { title: "Mentoring" });
  }

  async function forMentors(c: Context<MemberEnv>, next: Next): Promise<Response | void> {
    const { member } = c.var;
    if (isMentor(member, await conversations.settings(member.memberId))) return await next();
    c.status(404);
    return await c.render(<NotFoundPage />, { title: "404 Page Not Found" });
  }

  return new Hono<MemberEnv>()
    .use(pagePaths.mentoring(), forMentors)
    .get(pagePaths.mentoring(), (c) => show(c))
    .post(pagePaths.mentoring(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const names = ["takesRequests", "capacity", "pausedUntil", "wantsReminders", "resume"];
      const { from, ...texts } = await readTexts(c, [...names, "from"]);
      return runForm(c, {
        failed: "Settings not saved",
        show: (sent) => show(c, sent),
        async run() {
          await connections.changeSettings(memberId, changeOf(texts), origin);
          const isResumed = texts.resume !== undefined || texts.capacity === undefined;
          return { title: isResumed ? "You're taking requests" : "Settings saved" };
        },
        next: from === "home" ? paths.home() : pagePaths.mentoring(),
      });
    });
}

function changeOf(texts: Readonly<Record<string, string>>): MentoringChange {
  if (texts.resume) return { pausedUntil: null };
  const { takesRequests, capacity, pausedUntil = null, wantsReminders } = texts;
  // The form is a single button.
  if (capacity === undefined) return { takesRequests: takesRequests !== undefined };
  return checked(MentoringChange, {
    takesRequests: takesRequests !== undefined,
    capacity: Number(capacity),
    // A pause that the product started stays until the member ends it.
    ...pausedUntil !== "resumed" && { pausedUntil },
    wantsReminders: wantsReminders !== undefined,
  });
}
