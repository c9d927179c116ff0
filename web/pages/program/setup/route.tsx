import { Hono } from "hono";
import { Problem } from "../../../../api/problems.ts";
import type { SetupFacts } from "../../../../events/program/setting-events.ts";
import { flash } from "../../../flash.ts";
import type { MemberEnv } from "../../../page-env.ts";
import { pagePaths, paths } from "../../../paths.ts";
import type { SiteDeps } from "../../../site-deps.ts";
import { readTexts } from "../../connections/read-texts.ts";
import type { SetupChoice } from "./list.tsx";
import { SetupPage } from "./page.tsx";

const choices: Readonly<Record<SetupChoice, readonly [SetupFacts, string]>> = {
  "keep-color": [{ keepsColor: true }, "Default color kept"],
  "keep-admission": [{ keepsAdmission: true }, "Who gets in is unchanged"],
  hide: [{ isHidden: true }, "Set-up list hidden"],
  show: [{ isHidden: false }, "Set-up list shown on Home"],
};

/** `/program/setup`, for staff. */
export function setupRoutes({ product: { home, mail, settings } }: SiteDeps): Hono<MemberEnv> {
  return new Hono<MemberEnv>()
    .get(
      pagePaths.setup(),
      async (c) =>
        c.render(<SetupPage setup={await home.setup(c.var.member, await mail.state())} />, {
          title: "Set up",
        }),
    )
    .post(pagePaths.setup(), async (c) => {
      const { does = "" } = await readTexts(c, ["does"]);
      if (!isChoice(does)) throw new Problem(400, "Press one of the buttons of the set-up list");
      const [setup, title] = choices[does];
      const { member: { memberId }, origin } = c.var;
      await settings.execute(memberId, { type: "ChangeSettings", setup }, origin);
      flash(c, { title });
      return c.redirect(paths.home(), 303);
    });
}

function isChoice(text: string): text is SetupChoice {
  return Object.hasOwn(choices, text);
}
