import { Hono } from "hono";
import type { ConnectionLists } from "../../../api/contract/connections.ts";
import type { Product } from "../../../api/product.ts";
import type { MemberRecord } from "../../../events/members/record.ts";
import { isAdmitted, isStaff } from "../../../events/program/admission.ts";
import { logoAt } from "../../config.ts";
import type { MemberEnv } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import type { SiteDeps } from "../../site-deps.ts";
import { takeAddress } from "../return-to.ts";
import { WaitingPage, waitingProps } from "../waiting/page.tsx";
import type { HomeOfRole } from "./by-role.tsx";
import { helpersFor } from "./helpers.ts";
import { completenessOf } from "./next-step.ts";
import { HomePage } from "./page.tsx";

export function homeRoutes({ product, config }: SiteDeps) {
  return new Hono<MemberEnv>()
    .get(paths.home(), async (c) => {
      const wanted = takeAddress(c);
      if (wanted !== undefined) return c.redirect(wanted, 303);
      const member = c.get("member");
      const { memberId, profile } = member;
      if (!isAdmitted(member)) {
        const page = <WaitingPage {...waitingProps(member, config)} />;
        return c.render(page, { title: "Home" });
      }
      const [lists, forStaff] = await Promise.all([
        product.connections.list(memberId),
        isStaff(member) ? product.program.counts(memberId) : undefined,
      ]);
      const byRole = await homeOfRole(product, member, lists);
      const props = {
        programName: config.programName,
        logo: logoAt(config),
        hasProfile: profile !== null,
        waiting: lists.waiting,
        forStaff,
        byRole,
        announcement: product.settings.announcement(),
      };
      return c.render(<HomePage {...props} />, { title: "Home", cache: {} });
    });
}

async function homeOfRole(
  product: Product,
  member: MemberRecord,
  lists: ConnectionLists,
): Promise<HomeOfRole> {
  const { memberId, profile, role } = member;
  if (role === "alumni") {
    const { takesRequests, pausedUntil } = await product.connections.settings(memberId);
    return {
      role,
      profile: profile && {
        ...completenessOf({ ...member, profile }),
        isVisible: profile.isVisible,
      },
      requests: { takesRequests, pausedUntil },
    };
  }
  if (role === "cadre") return { role };
  return {
    role: "cadet",
    open: lists.open.filter(({ asker }) => asker),
    // The page is as good without them.
    helpers: await helpersFor(product, memberId, lists).catch(() => []),
  };
}
