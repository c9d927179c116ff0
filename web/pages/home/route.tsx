import { Hono } from "hono";
import { isAdmitted, isStaff } from "../../../events/program/admission.ts";
import type { MemberEnv } from "../../page-env.ts";
import { paths } from "../../paths.ts";
import type { SiteDeps } from "../../site-deps.ts";
import { takeAddress } from "../return-to.ts";
import { WaitingPage, waitingProps } from "../waiting/page.tsx";
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
      const [{ waiting }, forStaff] = await Promise.all([
        product.connections.list(memberId),
        isStaff(member) ? product.program.counts(memberId) : undefined,
      ]);
      const shown = { hasProfile: profile !== null, waiting, forStaff };
      return c.render(<HomePage brand={config} {...shown} />, {
        title: "Home",
        kept: { name: "home", of: shown },
      });
    });
}
