import { Hono } from "hono";
import type { MemberEnv, SiteDeps } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import { HandoverPage } from "./view.tsx";

/** `/program/handover`, for staff: what the next member of staff has to know, as it is now. */
export function handoverRoutes({ product, config }: SiteDeps): Hono<MemberEnv> {
  const { program, counts, mail, replies, backups, settings, restore } = product;
  return new Hono<MemberEnv>().get(pagePaths.handover(), async (c) => {
    const { memberId } = c.var.member;
    const [staff, waiting, state, view, replyView, refused, kept, set, lastRestore] = await Promise
      .all([
        program.staff(memberId),
        counts(memberId),
        mail.state(),
        mail.view(memberId),
        replies.view(memberId, false),
        mail.countRefused(),
        backups.state(),
        settings.view(memberId),
        restore.lastRestore(),
      ]);
    return c.render(
      <HandoverPage
        staff={staff}
        counts={waiting}
        mail={{ state, view, replyView, refused }}
        backups={{ backups: kept, weeks: set.backupWeeks, lastRestore }}
        settings={set}
        config={config}
        address={new URL(c.req.url).host}
      />,
      { title: "Handover" },
    );
  });
}
