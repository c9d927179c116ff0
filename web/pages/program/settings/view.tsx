import { Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { retentionMs } from "../../../../api/backup/keep.ts";
import {
  mostBackupWeeks,
  policyWords,
  settingLabels,
  type SettingsAction,
  settingTexts,
} from "../../../../api/contract/settings.ts";
import { type AdmissionPolicy, admissions } from "../../../../events/program/admission.ts";
import { limitNames, programLimits } from "../../../../events/program/limits.ts";
import {
  type Announcement,
  isCurrent,
  type ProgramSettings,
} from "../../../../events/program/settings.ts";
import { dayMs } from "../../../../events/day.ts";
import { mostOwnTopics } from "../../../../events/program/topics.ts";
import { questionsLine } from "../../../../api/mail/templates/letter.ts";
import { defaultBrand, type ProgramBrand } from "../../../../api/config/brand.ts";
import { ActionButton } from "../../../forms/action-form.tsx";
import { fieldOf, type FormState } from "../../../forms/form-state.ts";
import { pagePaths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { TextArea, TextField } from "../../../ui/fields/field.tsx";
import { dateText } from "../../connections/words.ts";
import { SupportLine } from "../../shell/shell.tsx";
import { HowItLooks, ProgramCard, ProgramFrame } from "../frame.tsx";
import { AdmissionLook } from "./admission-look.tsx";
import { Form, initialValues, type SentProps } from "./form.tsx";
import { AddTopic, Topic } from "./topics.tsx";

/** A refused form: its action, and the id of its topic. */
export type SentSettings = FormState & { readonly does: string; readonly id: string };

interface SettingsPageProps {
  readonly settings: ProgramSettings;
  readonly brand: ProgramBrand;
  /** The policy that applies. */
  readonly admits: AdmissionPolicy;
  readonly sent?: SentSettings | undefined;
  readonly now: Date;
}

export function SettingsPage({ settings, brand, admits, sent, now }: SettingsPageProps) {
  const { announcement, topics } = settings;
  const sentFor = (does: SettingsAction, id = "") =>
    sent?.does === does && (id === "" || sent.id === id) ? sent : undefined;
  return (
    <ProgramFrame current={pagePaths.programSettings()} sent={sent}>
      <Part
        title="Name, color and logo"
        about={`${brand.programName} Army ROTC, ${brand.universityName}`}
      >
        {settings.brand.programName == null && (
          <Text as="p">These are the default names. Enter your program's own.</Text>
        )}
        <ButtonLink href={pagePaths.programBrand()} variant="outline">
          Change name, color and logo
        </ButtonLink>
      </Part>
      <Part title="Who gets in" about="Applies to new sign-ups only. Existing members keep access.">
        <Admission settings={settings} sent={sentFor("admission")} />
        <AdmissionLook policy={admits} />
      </Part>
      <Part title="Announcement" about="Shown on everyone's home page until the date you choose.">
        {announcement && <Announced announcement={announcement} now={now} />}
        <Announce sent={sentFor("announce")} now={now} />
      </Part>
      <Part
        title="Help topics of your own"
        about="Members choose them in their profile, and search by them. Don't name people in them."
      >
        {topics.length > 0 && (
          <ul className="full" role="list">
            {topics.map((topic) => (
              <Topic key={topic.id} topic={topic} sent={sentFor("rename-topic", topic.id)} />
            ))}
          </ul>
        )}
        {topics.length < mostOwnTopics
          ? <AddTopic sent={sentFor("add-topic")} />
          : (
            <Text as="p" size="2" color="gray">
              You can have {mostOwnTopics} topics of your own. Rename or restore one of these.
            </Text>
          )}
      </Part>
      <Part
        title="Support address"
        about="Shown at the bottom of every page and in our emails."
      >
        <Support settings={settings} sent={sentFor("support")} />
        <HowItLooks title="The bottom of every page and email">
          <SupportLine {...brand} />
          <Text as="p">{questionsLine(brand, true)}</Text>
        </HowItLooks>
      </Part>
      <Part
        title="Privacy page"
        about="We write it from these settings. Add what else people should know, such as the office to ask."
      >
        <PrivacyText settings={settings} sent={sentFor("privacy")} />
        <ButtonLink href={pagePaths.privacyNotice()} variant="outline">
          Read the privacy page
        </ButtonLink>
      </Part>
      <Part
        title="Limits"
        about="How much one member can do. Leave a field blank to use the default."
      >
        <Limits settings={settings} sent={sentFor("limits")} />
      </Part>
      <Part
        title="How staff sign in"
        about="Two steps are safer: someone who guesses a password still needs its owner's email."
      >
        <ProveTwice settings={settings} />
      </Part>
      <Part
        title="Backups"
        about="We keep the backups of the last 24 hours and 7 days. You can keep one a week for longer."
      >
        <BackupWeeks settings={settings} sent={sentFor("backups")} />
        <ButtonLink href={pagePaths.backups()} variant="outline">
          See the last backup, or back up now
        </ButtonLink>
      </Part>
      <Part
        title="Handover"
        about="One page for the next person on staff: who has access, mail, backups, and these settings."
      >
        <ButtonLink href={pagePaths.handover()} variant="outline">
          Read the handover page
        </ButtonLink>
      </Part>
    </ProgramFrame>
  );
}

interface PartProps {
  readonly title: string;
  readonly about: string;
  readonly children: ReactNode;
}

function Part({ title, about, children }: PartProps) {
  const id = `${title.toLowerCase().replaceAll(/[ ,]+/g, "-")}-title`;
  return (
    <ProgramCard title={title} titleId={id}>
      <Text as="p" size="2" color="gray">{about}</Text>
      {children}
    </ProgramCard>
  );
}

function Announced(
  { announcement, now }: { readonly announcement: Announcement; readonly now: Date },
) {
  const { text, until } = announcement;
  return (
    <div className="settings-announced stack gap-2 full">
      <Text as="p" className="as-written">{text}</Text>
      <Text as="p" size="2" color="gray">
        {isCurrent(announcement, now)
          ? `Shown until ${dateText(until)}`
          : `Ended on ${dateText(until)}. Members don't see it anymore`}
      </Text>
      <ActionButton
        action={pagePaths.programSettings()}
        does="end-announcement"
        label="Remove announcement"
        variant="outline"
      />
    </div>
  );
}

function Announce({ sent, now }: SentProps & { readonly now: Date }) {
  return (
    <Form does="announce" label="Post announcement">
      <TextArea
        {...fieldOf(sent, "text")}
        label="Announcement text"
        rows={3}
        required
        maxLength={settingTexts.announcement}
        hint="Replaces the current announcement. The text of the earlier one is deleted."
      />
      <TextField
        {...fieldOf(sent, "until")}
        label="Until"
        type="date"
        required
        min={now.toISOString().slice(0, 10)}
      />
    </Form>
  );
}

type FormOfSettings = SentProps & Pick<SettingsPageProps, "settings">;

function Admission({ settings: { admission, admissionDomains }, sent }: FormOfSettings) {
  const shown = {
    admission: admission ?? "",
    admissionDomains: admissionDomains?.join(", ") ?? "",
  };
  return (
    <Form does="admission" label="Save who gets in" was={initialValues(shown, sent)}>
      <Select
        {...fieldOf(sent, "admission", shown.admission)}
        label={settingLabels.admission}
        options={[
          { value: "", label: `Default: ${policyWords.open}` },
          ...admissions.map((policy) => ({ value: policy, label: policyWords[policy] })),
        ]}
      />
      <TextField
        {...fieldOf(sent, "admissionDomains", shown.admissionDomains)}
        label={settingLabels.admissionDomains}
        autoComplete="off"
        placeholder="e.g., example.edu, example.org"
        hint="People with a confirmed address at one of these get in without approval. Leave blank for none."
      />
    </Form>
  );
}

function Support({ settings: { supportEmail }, sent }: FormOfSettings) {
  return (
    <Form does="support" label="Save support address">
      <TextField
        {...fieldOf(sent, "supportEmail", supportEmail ?? "")}
        label="Email"
        type="email"
        autoComplete="off"
        placeholder={defaultBrand.supportEmail}
        hint={`Leave blank to use the default: ${defaultBrand.supportEmail}`}
      />
    </Form>
  );
}

function PrivacyText({ settings: { privacyText }, sent }: FormOfSettings) {
  return (
    <Form does="privacy" label="Save privacy text">
      <TextArea
        {...fieldOf(sent, "privacyText", privacyText ?? "")}
        label="The program's own lines"
        rows={6}
        maxLength={settingTexts.privacy}
        hint="Shown first on that page, to everyone. Leave blank for none."
      />
    </Form>
  );
}

function Limits({ settings: { limits }, sent }: FormOfSettings) {
  const shown = Object.fromEntries(limitNames.map((name) => [name, String(limits[name] ?? "")]));
  return (
    <Form does="limits" label="Save limits" was={initialValues(shown, sent)}>
      {limitNames.map((name) => (
        <TextField
          key={name}
          {...fieldOf(sent, name, shown[name])}
          label={programLimits[name].label}
          inputMode="numeric"
          autoComplete="off"
          placeholder={`Default: ${programLimits[name].usual}`}
        />
      ))}
    </Form>
  );
}

function ProveTwice({ settings: { staffProveTwice } }: Pick<SettingsPageProps, "settings">) {
  return (
    <>
      <Text as="p">
        {staffProveTwice
          ? "Staff open these pages with a passkey, or with a password and an emailed code."
          : "Staff open these pages with a passkey, a password or an emailed code. If you require two " +
            "steps, they need a passkey, or a password and an emailed code. Staff who have neither a " +
            "passkey nor a password then need a password link from the person who runs this site."}
      </Text>
      <ActionButton
        action={pagePaths.programSettings()}
        does={staffProveTwice ? "require-one-proof" : "require-two-proofs"}
        label={staffProveTwice ? "Require one step" : "Require two steps"}
        variant="outline"
      />
    </>
  );
}

function BackupWeeks({ settings: { backupWeeks }, sent }: FormOfSettings) {
  return (
    <Form does="backups" label="Save how long">
      <TextField
        {...fieldOf(sent, "backupWeeks", String(backupWeeks))}
        label="Weeks to keep one backup of each"
        inputMode="numeric"
        autoComplete="off"
        required
        hint={`From 0 to ${mostBackupWeeks}. An erased person is gone from all backups within ${
          retentionDays(0)
        } days. Each week that you add keeps their encrypted data a week longer.`}
      />
      <Text as="p" size="2" color="gray">
        Right now: within {retentionDays(backupWeeks)}{" "}
        days. Restoring an older backup doesn't bring them back: it removes them again.
      </Text>
    </Form>
  );
}

function retentionDays(weeks: number): number {
  return retentionMs(weeks) / dayMs;
}
