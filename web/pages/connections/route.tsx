import { type Context, Hono } from "hono";
import { MentoringChange } from "../../../api/contract/connections.ts";
import { flash } from "../../flash.ts";
import type { FormState } from "../../forms/form-state.ts";
import type { MemberEnv, SiteDeps } from "../../page-env.ts";
import { pagePaths, paths } from "../../paths.ts";
import { readRange } from "../conversation/route.tsx";
import { checked, readTexts, runForm } from "../form.ts";
import { ConnectionsPage } from "./view.tsx";

export function connectionsRoutes({ product, config }: SiteDeps): Hono<MemberEnv> {
  const { connections, conversations } = product;

  async function show(c: Context<MemberEnv>, sent?: FormState) {
    const { memberId } = c.var.member;
    const { before } = readRange(c);
    const [lists, settings, blocked, byMail] = await Promise.all([
      conversations.list(memberId, { before }),
      conversations.settings(memberId),
      conversations.blocked(memberId),
      product.relay.about(memberId, null),
    ]);
    return c.render(
      <ConnectionsPage
        lists={lists}
        isEarlier={before !== undefined}
        byMail={byMail}
        mentoring={{ member: c.var.member, settings, now: config.now(), sent }}
        blocked={blocked}
      />,
      { title: "Connections" },
    );
  }

  return new Hono<MemberEnv>()
    .get(paths.connections(), (c) => show(c))
    .get(pagePaths.mentoring(), (c) => c.redirect(paths.connections(), 302))
    .get(pagePaths.unblock(), (c) => c.redirect(paths.connections(), 302))
    .post(pagePaths.mentoring(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const names = ["takesRequests", "capacity", "pausedUntil", "wantsReminders", "resume"];
      const texts = await readTexts(c, names);
      return runForm(c, {
        failed: "Settings not saved",
        show: (sent) => show(c, sent),
        async run() {
          await connections.changeSettings(memberId, changeOf(texts), origin);
          return { title: texts.resume ? "You're taking requests again" : "Settings saved" };
        },
        next: paths.connections(),
      });
    })
    .post(pagePaths.unblock(), async (c) => {
      const { member: { memberId }, origin } = c.var;
      const { memberId: otherId } = await readTexts(c, ["memberId"]);
      const blocked = await conversations.blocked(memberId);
      if (blocked.some(({ id }) => id === otherId) && otherId !== undefined) {
        await connections.unblock(memberId, otherId, origin);
        flash(c, { title: "Unblocked" });
      }
      return c.redirect(paths.connections(), 303);
    });
}

function changeOf(texts: Readonly<Record<string, string>>): MentoringChange {
  if (texts.resume) return { pausedUntil: null };
  const { takesRequests, capacity, pausedUntil = null, wantsReminders } = texts;
  // Who doesn't take requests has no other setting in the form.
  if (capacity === undefined) return { takesRequests: takesRequests !== undefined };
  return checked(MentoringChange, {
    takesRequests: takesRequests !== undefined,
    capacity: Number(capacity),
    // A pause that the product started stays until the member ends it.
    ...pausedUntil !== "resumed" && { pausedUntil },
    wantsReminders: wantsReminders !== undefined,
  });
}
