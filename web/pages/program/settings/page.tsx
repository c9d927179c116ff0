import type { ReactNode } from "react";
import {
  type SettingsDeed,
  type SettingsView,
  settingTexts,
} from "../../../../api/contract/settings.ts";
import { type AdmissionPolicy, admissions } from "../../../../events/program/admission.ts";
import { limitNames, programLimits } from "../../../../events/program/limits.ts";
import { type Announcement, isStanding } from "../../../../events/program/settings.ts";
import { mostOwnTopics } from "../../../../events/program/topics.ts";
import type { FormState } from "../../../forms/form-state.ts";
import { pagePaths } from "../../../paths.ts";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { dateText } from "../../connections/words.ts";
import { ProgramFrame } from "../frame.tsx";
import { Form, type SentProps, wasOf } from "./form.tsx";
import { AddTopic, Topic } from "./topics.tsx";

/** A form that came back: what it was for, and about which topic. */
export type SentSettings = FormState & { readonly does: string; readonly id: string };

export interface SettingsPageProps {
  readonly settings: SettingsView;
  readonly sent?: SentSettings | undefined;
  readonly now: Date;
}

/** What the program's staff sets for everybody. */
export function SettingsPage({ settings, sent, now }: SettingsPageProps) {
  const { announcement, topics, admission, supportEmail, limits } = settings;
  const sentFor = (does: SettingsDeed, id = "") =>
    sent?.does === does && (id === "" || sent.id === id) ? sent : undefined;
  return (
    <ProgramFrame current={pagePaths.programSettings()} sent={sent}>
      <Part title="Announcement" about="Stands on everybody's Home until its last day is over.">
        <Announced announcement={announcement} now={now} />
        <Announce sent={sentFor("announce")} now={now} />
      </Part>
      <Part
        title="Help topics of your own"
        about="People choose them in their profile beside the others, and find each other by them. Do not name people."
      >
        {topics.length > 0 && (
          <ul className="settings-topics" role="list">
            {topics.map((topic) => (
              <Topic key={topic.id} topic={topic} sent={sentFor("rename-topic", topic.id)} />
            ))}
          </ul>
        )}
        {topics.length < mostOwnTopics
          ? <AddTopic sent={sentFor("add-topic")} />
          : (
            <p className="program-quiet">
              A program has at most {mostOwnTopics}{" "}
              topics of its own. Rename one, or offer one again.
            </p>
          )}
      </Part>
      <Part title="Who gets in" about="For who registers from now on. Who is in stays in.">
        <Admission
          policy={admission}
          domains={settings.admissionDomains}
          sent={sentFor("admission")}
        />
      </Part>
      <Part
        title="Support address"
        about="Stands at the foot of every page and in every mail; answers to mails and reports of messages go there."
      >
        <Support {...supportEmail} sent={sentFor("support")} />
      </Part>
      <Part title="Limits" about="How much one member may do. An empty field means as installed.">
        <Limits limits={limits} sent={sentFor("limits")} />
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
  const id = `${title.toLowerCase().replaceAll(" ", "-")}-title`;
  return (
    <section className="card program-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="program-quiet">{about}</p>
      {children}
    </section>
  );
}

function Announced(
  { announcement, now }: {
    readonly announcement: Announcement | null;
    readonly now: Date;
  },
) {
  if (announcement === null) return null;
  const { text, until } = announcement;
  return (
    <div className="settings-announced">
      <p className="settings-words">{text}</p>
      <p className="program-quiet">
        {isStanding(announcement, now)
          ? `Stands until ${dateText(until)}`
          : `Was over on ${dateText(until)}: nobody sees it any more`}
      </p>
      <Form does="end-announcement" label="Take Away" variant="outline" />
    </div>
  );
}

function Announce({ sent, now }: SentProps & { readonly now: Date }) {
  return (
    <Form does="announce" label="Announce">
      <TextArea
        label="What everybody should know"
        name="text"
        rows={3}
        required
        maxLength={settingTexts.announcement}
        defaultValue={sent?.values.text}
        error={sent?.fields.text}
        autoFocus={sent?.fields.text !== undefined}
        hint="It takes the place of the one that stands. Once it is over, its words are deleted with the next one."
      />
      <TextField
        label="Until"
        name="until"
        type="date"
        required
        min={now.toISOString().slice(0, 10)}
        defaultValue={sent?.values.until}
        error={sent?.fields.until}
        autoFocus={sent?.fields.until !== undefined}
      />
    </Form>
  );
}

const policyWords: Readonly<Record<AdmissionPolicy, string>> = {
  open: "Everybody",
  confirmed: "With a confirmed address",
  approved: "Whom staff accept",
  invited: "By invitation only",
};

interface AdmissionProps extends SentProps {
  readonly policy: SettingsView["admission"];
  readonly domains: SettingsView["admissionDomains"];
}

function Admission({ policy: { set, installation }, domains, sent }: AdmissionProps) {
  const installed = domains.installation.join(", ") || "none";
  const shown = { admission: set ?? "", admissionDomains: domains.set?.join(", ") ?? "" };
  return (
    <Form does="admission" label="Save Who Gets In" was={wasOf(shown, sent)}>
      <Select
        label="Who gets in"
        name="admission"
        defaultValue={sent?.values.admission ?? shown.admission}
        error={sent?.fields.admission}
        autoFocus={sent?.fields.admission !== undefined}
        options={[
          { value: "", label: `As installed: ${policyWords[installation]}` },
          ...admissions.map((policy) => ({ value: policy, label: policyWords[policy] })),
        ]}
      />
      <TextField
        label="Addresses that need nobody's approval"
        name="admissionDomains"
        autoComplete="off"
        placeholder="e.g., example.edu, example.org"
        defaultValue={sent?.values.admissionDomains ?? shown.admissionDomains}
        error={sent?.fields.admissionDomains}
        autoFocus={sent?.fields.admissionDomains !== undefined}
        hint={`Of these domains, once they are confirmed. An empty field means as installed: ${installed}`}
      />
    </Form>
  );
}

function Support({ set, installation, sent }: SettingsView["supportEmail"] & SentProps) {
  return (
    <Form does="support" label="Save Address">
      <TextField
        label="Email"
        name="supportEmail"
        type="email"
        autoComplete="off"
        placeholder={installation}
        defaultValue={sent?.values.supportEmail ?? set ?? ""}
        error={sent?.fields.supportEmail}
        autoFocus={sent?.fields.supportEmail !== undefined}
        hint={`An empty field means as installed: ${installation}`}
      />
    </Form>
  );
}

function Limits({ limits, sent }: SentProps & Pick<SettingsView, "limits">) {
  const shown = Object.fromEntries(
    limitNames.map((name) => [name, String(limits[name].set ?? "")]),
  );
  return (
    <Form does="limits" label="Save Limits" was={wasOf(shown, sent)}>
      {limitNames.map((name) => (
        <TextField
          key={name}
          label={programLimits[name].label}
          name={name}
          inputMode="numeric"
          autoComplete="off"
          placeholder={`${limits[name].installation} as installed`}
          defaultValue={sent?.values[name] ?? shown[name]}
          error={sent?.fields[name]}
          autoFocus={sent?.fields[name] !== undefined}
        />
      ))}
    </Form>
  );
}
