import { Hono } from "hono";
import type { Setup } from "../../../../api/features/home/setup.ts";
import { Problem } from "../../../../api/contract/problem.ts";
import type { SetupFacts } from "../../../../events/program/setting-events.ts";
import { flash } from "../../../flash.ts";
import type { MemberEnv, SiteDeps } from "../../../page-env.ts";
import { pagePaths, paths } from "../../../paths.ts";
import { readTexts } from "../../form.ts";
import { ProgramCard, ProgramFrame } from "../frame.tsx";
import { backupId, type SetupChoice, SetupList, setupTitle } from "./list.tsx";

const choices: Readonly<Record<SetupChoice, readonly [SetupFacts, string]>> = {
  "keep-color": [{ keepsColor: true }, "Default color kept"],
  "keep-admission": [{ keepsAdmission: true }, "Who gets in is unchanged"],
  hide: [{ isHidden: true }, "Set-up list hidden"],
  show: [{ isHidden: false }, "Set-up list shown on Home"],
};

/** `/program/setup`, for staff. */
export function setupRoutes({ product: { home, mail, settings } }: SiteDeps): Hono<MemberEnv> {
  return new Hono<MemberEnv>()
    .get(pagePaths.setup(), async (c) => {
      const setup = await home.setup(c.var.member, await mail.state());
      return c.render(<SetupPage setup={setup} />, { title: "Set up" });
    })
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

/** The set-up list, even when Home hides it, and how backups are made. */
function SetupPage({ setup }: { readonly setup: Setup }) {
  return (
    <ProgramFrame current={pagePaths.setup()}>
      <section className="list" aria-labelledby="setup-title">
        <h2 id="setup-title">{setupTitle(setup)}</h2>
        <SetupList setup={setup} />
      </section>
      <ProgramCard
        id={backupId}
        title="How backups are made"
        titleId="backup-title"
      >
        <p>
          A backup is made every hour. It's one encrypted file. The person who runs the server
          chooses where it is saved, best on another disk: that's the setting BACKUPS.
        </p>
      </ProgramCard>
    </ProgramFrame>
  );
}
