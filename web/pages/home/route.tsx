import { Hono } from "hono";
import type { Origin } from "../../../api/auth/origin.ts";
import type { ConnectionLists } from "../../../api/contract/connections.ts";
import type { Product } from "../../../api/product.ts";
import { isAdmitted, isStaff } from "../../../events/program/admission.ts";
import { logoAt } from "../../config.ts";
import type { Member, MemberEnv, SiteDeps } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import { takeAddress } from "../return-to.ts";
import { waitingPage } from "../waiting/view.tsx";
import { nextStepOf } from "./for-alumni.tsx";
import { unconfirmedAddress } from "../own-profile/confirm-email.tsx";
import { type HomeOfRole, HomePage } from "./view.tsx";

export function homeRoutes(deps: SiteDeps) {
  const { product, config } = deps;
  return new Hono<MemberEnv>()
    .get(paths.home(), async (c) => {
      const member = c.get("member");
      const wanted = takeAddress(c, member);
      if (wanted !== undefined) return c.redirect(wanted, 303);
      const { memberId, profile } = member;
      if (!isAdmitted(member)) {
        return c.render(await waitingPage(member, deps), { title: "Home" });
      }
      const lists = await product.conversations.list(memberId);
      const props = {
        programName: config.programName,
        logo: logoAt(config),
        hasProfile: profile !== null,
        waiting: lists.waiting,
        byRole: await homeOfRole(product, member, lists, c.var.origin),
        announcement: product.settings.announcement(),
        unconfirmed: await unconfirmedAddress(product, member),
        refusedAddress: await product.mail.isRefused(member) ? member.email : undefined,
      };
      return c.render(<HomePage {...props} />, { title: "Home" });
    });
}

async function homeOfRole(
  { home, conversations, counts: waiting, mail, backups, uncovered }: Product,
  member: Member,
  lists: ConnectionLists,
  origin: Pick<Origin, "ip">,
): Promise<HomeOfRole> {
  const { memberId, profile, role } = member;
  switch (role) {
    case "cadet":
      return {
        role,
        open: lists.open.filter(({ asker }) => asker),
        // The page works without them.
        suggestions: await home.suggestions(member, lists, origin).catch(() => ({
          people: [],
          questions: [],
          canAskAnyone: true,
        })),
      };
    case "alumni": {
      const topics = profile?.helpTopics ?? [];
      const [settings, helped, askers] = await Promise.all([
        conversations.settings(memberId),
        home.helped(memberId),
        topics.length === 0 ? undefined : home.askersOf(topics),
      ]);
      return { role, mentoring: { helped, askers, next: nextStepOf(member, settings) } };
    }
    case "cadre": {
      if (!isStaff(member)) return { role, staff: null };
      const [counts, week, mailState, backupState, missing] = await Promise.all([
        waiting(memberId),
        home.week(),
        mail.state(),
        backups.state(),
        // The page works without them.
        uncovered.recent(),
      ]);
      const setup = await home.setup(member, mailState);
      const states = { mail: mailState, backups: backupState };
      return { role, staff: { setup, counts, week, ...states, uncovered: missing } };
    }
  }
}
