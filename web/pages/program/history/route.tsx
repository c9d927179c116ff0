import { Hono } from "hono";
import type { MemberEnv, SiteDeps } from "../../../page-env.ts";
import { pagePaths } from "../../../paths.ts";
import { ProgramFrame } from "../frame.tsx";
import { HistoryEntries } from "./entries.tsx";

/** `/program/history`: what staff, operators and imports did, and who got in or got access without them. */
export function historyRoutes({ product: { program } }: SiteDeps): Hono<MemberEnv> {
  return new Hono<MemberEnv>().get(pagePaths.programHistory(), async (c) => {
    const text = c.req.query("before");
    const from = /^\d{1,15}$/.test(text ?? "") ? Number(text) : undefined;
    const { entries, before } = await program.history(c.var.member.memberId, from);
    const page = (
      <ProgramFrame current={pagePaths.programHistory()}>
        <HistoryEntries title="History" entries={entries} />
        {(before !== null || from !== undefined) && (
          <nav className="links row gap-4" aria-label="Pages">
            {from !== undefined && <a href={pagePaths.programHistory()}>Newest</a>}
            {before !== null && <a href={pagePaths.programHistory(before)}>Older</a>}
          </nav>
        )}
      </ProgramFrame>
    );
    return c.render(page, { title: "History" });
  });
}
