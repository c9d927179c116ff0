import { Heading, Link, Table, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { policyWords, settingLabels } from "../../../../api/contract/settings.ts";
import type { StaffPerson } from "../../../../api/features/program/program.ts";
import type { MailView } from "../../../../api/features/program/mail/mail-setup.ts";
import type { ReplyView } from "../../../../api/features/program/mail/reply-setup.ts";
import type { MailState } from "../../../../api/mail/setup/mail-state.ts";
import { limitNames, programLimits } from "../../../../events/program/limits.ts";
import type { ProgramSettings } from "../../../../events/program/settings.ts";
import type { SiteConfig } from "../../../config.ts";
import { fullName } from "../../../islands/profile/display.ts";
import { pagePaths, paths } from "../../../paths.ts";
import { Facts } from "../../../ui/facts.tsx";
import { TableRoot } from "../../../ui/table.tsx";
import { dateText } from "../../connections/words.ts";
import { LocalTime } from "../../connections/local-time.tsx";
import {
  BackupFacts,
  type BackupsCardProps,
  LastRestoreText,
  SameDiskNotice,
  Trouble,
} from "../backups/card.tsx";
import { BackLink } from "../../page-head.tsx";
import { ProgramCard, ProgramFrame } from "../frame.tsx";
import { AnswersOnSite, RepliesText } from "../mail/answers/card.tsx";
import { MailStateText, RefusedAddresses, SetUpByStaff, SetUpOnServer } from "../mail/view.tsx";
import { SecretNotice } from "../secret/notice.tsx";
import { type Counts, Waiting } from "../waiting.tsx";

interface HandoverProps {
  readonly staff: readonly StaffPerson[];
  readonly counts: Counts;
  readonly mail: {
    readonly state: MailState;
    readonly view: MailView;
    readonly replyView: ReplyView;
    readonly refused: number;
  };
  readonly backups: BackupsCardProps;
  readonly settings: ProgramSettings;
  readonly config: SiteConfig;
  /** Of the site, such as `alumni.example.edu`. */
  readonly address: string;
}

export function HandoverPage(props: HandoverProps) {
  const { staff, counts, mail, backups, settings, config, address } = props;
  return (
    <ProgramFrame current={pagePaths.handover()}>
      <BackLink to={pagePaths.programSettings()} label="Settings" />
      <div className="handover stack gap-4">
        <Heading as="h2" size="6">Handover</Heading>
        <Text as="p">
          For the next person on staff. Everything here is as it is now. Print it with your browser,
          and go through it together.
        </Text>
        <ByWord settings={settings} config={config} address={address} />
        <ProgramCard title="Waiting for staff" titleId="handover-waiting">
          <Waiting counts={counts} />
          <RefusedAddresses count={mail.refused} />
        </ProgramCard>
        <MailCard {...mail} />
        <Backups {...backups} />
        <SettingsCard settings={settings} config={config} />
        <StaffCard staff={staff} />
      </div>
    </ProgramFrame>
  );
}

function StaffCard({ staff }: Pick<HandoverProps, "staff">) {
  return (
    <ProgramCard title="Who has staff access" titleId="handover-staff">
      <TableRoot aria-labelledby="handover-staff">
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeaderCell>Name</Table.ColumnHeaderCell>
            <Table.ColumnHeaderCell>Staff access</Table.ColumnHeaderCell>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {staff.map((person) => (
            <Table.Row key={person.id}>
              <Table.RowHeaderCell>
                <Link href={pagePaths.programPerson(person.id)} dir="auto">
                  {fullName(person)}
                </Link>
                {person.isYou && " (you)"}
              </Table.RowHeaderCell>
              <Table.Cell>
                {person.access && (
                  <>
                    Since <LocalTime at={person.access.at.toISOString()} />
                  </>
                )}
                <span className="handover-giver note">Given by: {giverOf(person)}</span>
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </TableRoot>
      <Change href={paths.program()}>Change who has staff access</Change>
    </ProgramCard>
  );
}

function giverOf({ access, id }: StaffPerson): string {
  const by = access?.by;
  if (by === undefined || by === null) return "Someone whose account is deleted";
  if (by === "operator") return "The person who runs the server";
  if (by === "used code") return "The cadre code";
  if (by === "used link") return "The first staff link";
  return by.id === id ? "The cadre code" : fullName(by);
}

function MailCard({ state, view, replyView }: HandoverProps["mail"]) {
  return (
    <ProgramCard title="Mail" titleId="handover-mail">
      <MailStateText state={state} />
      {view.by === "variables" && <SetUpOnServer />}
      {view.by === "staff" && <SetUpByStaff {...view} />}
      {state.replies && <RepliesText {...state.replies} />}
      {replyView.by !== "staff" && state.replies === undefined && <AnswersOnSite />}
      <Change href={pagePaths.programMail()}>Change mail and answers by email</Change>
    </ProgramCard>
  );
}

function Backups({ backups, weeks, lastRestore }: BackupsCardProps) {
  const { secret, isSameDisk, checked } = backups;
  return (
    <ProgramCard title="Backups" titleId="handover-backups">
      <Trouble backups={backups} />
      <BackupFacts backups={backups} weeks={weeks} />
      {isSameDisk && <SameDiskNotice />}
      <LastRestoreText lastRestore={lastRestore} checked={checked} />
      {secret.isKept
        ? (
          <Text as="p">
            The secret that opens them is printed. It is in use since{" "}
            <LocalTime at={secret.since.toISOString()} />.
          </Text>
        )
        : <SecretNotice />}
      <Change href={pagePaths.backups()}>Back up now, or change how long backups are kept</Change>
    </ProgramCard>
  );
}

function SettingsCard({ settings, config }: Pick<HandoverProps, "settings" | "config">) {
  const { limits, topics, announcement, sendsReminders, staffProveTwice } = settings;
  const { by, domains } = config.admission;
  const others = limitNames.flatMap((name) => {
    const set = limits[name];
    const { label, usual } = programLimits[name];
    return set == null || set === usual ? [] : [`${label}: ${set} (usually ${usual})`];
  });
  const offered = topics.filter(({ isOffered }) => isOffered);
  return (
    <ProgramCard title="Settings" titleId="handover-settings">
      <Facts
        facts={[
          [settingLabels.programName, config.programName],
          [settingLabels.universityName, config.universityName],
          [settingLabels.supportEmail, config.supportEmail],
          [settingLabels.admission, policyWords[by]],
          [settingLabels.admissionDomains, domains.length === 0 ? "None" : domains.join(", ")],
          ["Cadre code", config.cadreCodeRequired ? "Set on the server" : "None"],
          ["Steps for staff to sign in", staffProveTwice ? "Two" : "One"],
          ["Reminders of invitations", sendsReminders ? "Sent" : "Not sent"],
          [
            "Limits that differ",
            others.length === 0 ? "None" : (
              <ul key="limits" role="list">
                {others.map((text) => <li key={text}>{text}</li>)}
              </ul>
            ),
          ],
          [
            "Help topics of your own",
            offered.length === 0 ? "None" : offered.map(({ label }) => label).join(", "),
          ],
          [
            "Announcement",
            announcement === null ? "None" : `Until ${dateText(announcement.until)}`,
          ],
        ]}
      />
      <Change href={pagePaths.programSettings()}>Change the settings</Change>{" "}
      <Change href={pagePaths.invitations()}>Change reminders of invitations</Change>
    </ProgramCard>
  );
}

/** What no page can know. Boxes to tick on paper. */
function ByWord({ config, address }: Pick<HandoverProps, "settings" | "config" | "address">) {
  return (
    <ProgramCard title="To hand over in person" titleId="handover-by-word">
      <ul className="handover-by-word" role="list">
        <li>The printed sheet with the secret, and where it is kept.</li>
        <li>
          The account where the site runs, its bill, and who to call when the server is down.
        </li>
        <li>The account for the name {address} (DNS), and when it has to be renewed.</li>
        <li>The mailbox of {config.supportEmail}, and who reads it.</li>
        <li>The account that emails are sent with, and when its password or key ends.</li>
        {config.cadreCodeRequired && (
          <li>The cadre code: have it changed on the server when someone leaves.</li>
        )}
        <li>A second person with staff access, so that no one is alone.</li>
      </ul>
    </ProgramCard>
  );
}

function Change({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Text as="p" className="handover-change">
      <Link href={href}>{children}</Link>
    </Text>
  );
}
