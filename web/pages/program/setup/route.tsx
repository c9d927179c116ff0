import { Heading, Link, Text } from "@radix-ui/themes";
import { Hono } from "hono";
import type { Setup } from "../../../../api/features/home/setup.ts";
import { Problem } from "../../../../api/contract/problem.ts";
import type { SetupFacts } from "../../../../events/program/setting-events.ts";
import { flash } from "../../../flash.ts";
import type { MemberEnv, SiteDeps } from "../../../page-env.ts";
import { backupsId, pagePaths, paths } from "../../../paths.ts";
import { readTexts } from "../../form.ts";
import { lookAgain } from "../../look-again.ts";
import { BackupsCard, type BackupsCardProps } from "../backups/card.tsx";
import { ProgramCard, ProgramFrame } from "../frame.tsx";
import { type SetupChoice, SetupList, setupTitle } from "./list.tsx";

const choices: Readonly<Record<SetupChoice, readonly [SetupFacts, string]>> = {
  "keep-color": [{ keepsColor: true }, "Default color kept"],
  "keep-admission": [{ keepsAdmission: true }, "Who gets in is unchanged"],
  hide: [{ isHidden: true }, "Set-up list hidden"],
  show: [{ isHidden: false }, "Set-up list shown on Home"],
};

const refreshSeconds = 2;

/** `/program/setup`, for staff. */
export function setupRoutes({ product }: SiteDeps): Hono<MemberEnv> {
  const { home, mail, settings, backups, restore } = product;
  return new Hono<MemberEnv>()
    .get(pagePaths.setup(), async (c) => {
      const { member } = c.var;
      const [setup, state, view, lastRestore] = await Promise.all([
        home.setup(member, await mail.state()),
        backups.state(),
        settings.view(member.memberId),
        restore.lastRestore(),
      ]);
      if (state.isRunning) lookAgain(c, refreshSeconds, backupsId);
      const props = { backups: state, weeks: view.backupWeeks, lastRestore };
      return c.render(<SetupPage setup={setup} backups={props} />, { title: "Set up" });
    })
    .post(pagePaths.setup(), async (c) => {
      const { does = "" } = await readTexts(c, ["does"]);
      if (does === "back-up") {
        const is = await backups.makeNow(c.var.member.memberId);
        if (is === "made") flash(c, { title: "Backup made" });
        return c.redirect(pagePaths.backups(), 303);
      }
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

interface SetupPageProps {
  readonly setup: Setup;
  readonly backups: BackupsCardProps;
}

/** The set-up list, even if Home hides it, and the state of backups. */
function SetupPage({ setup, backups }: SetupPageProps) {
  return (
    <ProgramFrame current={pagePaths.setup()}>
      <section className="list" aria-labelledby="setup-title">
        <Heading as="h2" size="6" id="setup-title">{setupTitle(setup)}</Heading>
        <SetupList setup={setup} />
      </section>
      <BackupsCard {...backups} />
      <ProgramCard title="Handover" titleId="setup-handover">
        <Text as="p">
          <Link href={pagePaths.handover()}>Read the handover page</Link>{" "}
          when someone joins or leaves the staff.
        </Text>
      </ProgramCard>
    </ProgramFrame>
  );
}
