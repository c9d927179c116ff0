import { Card, Link, Text } from "@radix-ui/themes";
import { weekDays } from "../../../api/features/home/activity.ts";
import { counted } from "../../../events/amounts.ts";
import { fewestShown, type Week } from "../../../api/features/home/activity.ts";
import type { BackupState } from "../../../api/backup/backups.ts";
import type { Setup } from "../../../api/features/home/setup.ts";
import type { MailState } from "../../../api/mail/setup/mail-state.ts";
import { pagePaths } from "../../paths.ts";
import { Facts } from "../../ui/facts.tsx";
import { BackupNotice } from "../program/backups/notice.tsx";
import { MailNotice } from "../program/mail/notice.tsx";
import { SetupList, setupTitle } from "../program/setup/list.tsx";
import {
  uncoveredTitle,
  UncoveredTopics,
  type UncoveredTopicsProps,
} from "../program/uncovered-topics.tsx";
import { type Counts, hasWaitingTasks, Waiting } from "../program/waiting.tsx";
import { Part } from "./part.tsx";

export interface StaffProps {
  readonly counts: Counts;
  readonly week: Week;
  readonly mail: MailState;
  readonly backups: BackupState;
  readonly setup: Setup;
  readonly uncovered: UncoveredTopicsProps["topics"];
}

export function ForStaff({ counts, week, mail, backups, setup, uncovered }: StaffProps) {
  return (
    <>
      <div className="shell-column home-notice">
        <MailNotice mail={mail} />
        <BackupNotice backups={backups} />
      </div>
      {!setup.isHidden && (
        <Part id="setup" title={setupTitle(setup)}>
          <SetupList setup={setup} />
        </Part>
      )}
      {(setup.isHidden || hasWaitingTasks(counts)) && (
        <Part id="staff" title="Waiting for staff">
          <Waiting counts={counts} />
          {setup.isHidden && (
            <Text as="p">
              <Link href={pagePaths.setup()}>See the set-up list</Link>
            </Text>
          )}
        </Part>
      )}
      {uncovered.length > 0 && (
        <Part id="uncovered" title={uncoveredTitle}>
          <Card asChild size="3">
            <div>
              <UncoveredTopics topics={uncovered} />
            </div>
          </Card>
        </Part>
      )}
      <Part id="week" title={`Last ${counted(weekDays, "day")}`}>
        <Card asChild size="3">
          <div>
            <Facts
              className="home-week"
              orientation="vertical"
              facts={[
                ["New members", week.joined],
                ["Requests for help", smallCountText(week.asked)],
                ["Requests answered", smallCountText(week.answered)],
              ]}
            />
          </div>
        </Card>
        <Text as="p">
          <span className="quiet">Counted once an hour.</span>{" "}
          <Link href={pagePaths.insights()}>See insights</Link>
        </Text>
      </Part>
    </>
  );
}

/** A small number of requests would reveal who asked. */
function smallCountText(count: number): string {
  return count > 0 && count < fewestShown ? `Fewer than ${fewestShown}` : String(count);
}
