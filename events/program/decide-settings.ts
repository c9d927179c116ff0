import { Refusal } from "../errors.ts";
import { canonicalTopic, helpTopics } from "../vocabulary.ts";
import { type LimitName, limitNames } from "./limits.ts";
import type { AdmissionPolicy } from "./admission.ts";
import {
  type BrandFacts,
  brandNames,
  type MailWay,
  type ReplyWay,
  type SettingEvent,
  type SetupFacts,
} from "./setting-events.ts";
import type { OwnTopic, ProgramSettings } from "./settings.ts";
import { keyOf, mostOwnTopics } from "./topics.ts";

export type SettingsCommand =
  /** Absent values stay unchanged; `null` restores the default. */
  | {
    readonly type: "ChangeSettings";
    readonly supportEmail?: string | null | undefined;
    readonly privacyText?: string | null | undefined;
    readonly brand?: { readonly [Name in keyof BrandFacts]?: BrandFacts[Name] } | undefined;
    readonly setup?: SetupFacts | undefined;
    readonly admission?: AdmissionPolicy | null | undefined;
    readonly admissionDomains?: readonly string[] | null | undefined;
    readonly limits?: { readonly [Name in LimitName]?: number | null | undefined } | undefined;
    readonly sendsReminders?: boolean | undefined;
    readonly backupWeeks?: number | undefined;
    readonly staffProveTwice?: boolean | undefined;
    /** Setting up mail again is a change, even with the same kind of server. */
    readonly mail?: MailWay | null | undefined;
    /** So is setting up replies by email. */
    readonly replies?: ReplyWay | null | undefined;
  }
  | { readonly type: "AddTopic"; readonly label: string }
  | { readonly type: "RenameTopic"; readonly id: string; readonly label: string }
  /** Members who have the topic stay with it. */
  | { readonly type: "WithdrawTopic"; readonly id: string }
  | { readonly type: "OfferTopic"; readonly id: string }
  /** `until` is the last day, such as `2027-03-31`. */
  | { readonly type: "Announce"; readonly text: string; readonly until: string }
  | { readonly type: "EndAnnouncement" }
  /** `date` is a day such as `2027-05-15`; `null` removes it. */
  | {
    readonly type: "SetCommissioningDate";
    readonly classYear: string;
    readonly date: string | null;
  };

export function decideSettings(
  settings: ProgramSettings,
  command: SettingsCommand,
): SettingEvent[] {
  switch (command.type) {
    case "ChangeSettings":
      return changed(settings, command);
    case "AddTopic": {
      const { topics } = settings;
      const known = topics.find(({ label }) => keyOf(label) === keyOf(command.label));
      if (known !== undefined) return offered(known);
      refuseTaken(topics, command.label);
      if (topics.length >= mostOwnTopics) {
        throw wrongTopic(
          `A program has at most ${mostOwnTopics} topics of its own, including removed ones`,
        );
      }
      return [topicChanged({ id: topicId(topics.length + 1), label: command.label }, "added")];
    }
    case "RenameTopic": {
      const topic = topicOf(settings, command.id);
      if (topic.label === command.label) return [];
      refuseTaken(settings.topics.filter(({ id }) => id !== topic.id), command.label);
      return [topicChanged({ id: topic.id, label: command.label }, "renamed")];
    }
    case "WithdrawTopic": {
      const topic = topicOf(settings, command.id);
      return topic.isOffered ? [topicChanged(topic, "withdrawn")] : [];
    }
    case "OfferTopic":
      return offered(topicOf(settings, command.id));
    case "Announce": {
      const { text, until } = command;
      const { announcement } = settings;
      if (announcement?.text === text && announcement.until === until) return [];
      return [{ type: "AnnouncementMade", facts: { until }, personal: { text } }];
    }
    case "EndAnnouncement":
      if (settings.announcement === null) return [];
      return [{ type: "AnnouncementEnded", facts: {}, personal: null }];
    case "SetCommissioningDate": {
      const { classYear, date } = command;
      const before = settings.commissioningDates.find((each) => each.classYear === classYear);
      if ((before?.date ?? null) === date) return [];
      return [{ type: "CommissioningDateChanged", facts: { classYear, date }, personal: null }];
    }
  }
}

function changed(
  settings: ProgramSettings,
  command: Extract<SettingsCommand, { type: "ChangeSettings" }>,
): SettingEvent[] {
  const { supportEmail, brand = {}, admission, admissionDomains, limits = {}, setup = {} } =
    command;
  const { sendsReminders, backupWeeks, staffProveTwice, mail, replies, privacyText } = command;
  const others = limitNames.filter((name) =>
    limits[name] !== undefined && limits[name] !== (settings.limits[name] ?? null)
  );
  const isOther = (wanted: unknown, now: unknown) =>
    wanted !== undefined && JSON.stringify(wanted) !== JSON.stringify(now);
  const otherBrand = brandNames.filter((name) =>
    isOther(brand[name], settings.brand[name] ?? null)
  );
  const otherSetup = Object.fromEntries(
    Object.entries(setup).filter(([name, is]) =>
      is !== (settings.setup?.[name as keyof SetupFacts] ?? false)
    ),
  );
  const isSupportEmail = isOther(supportEmail, settings.supportEmail);
  const isPrivacyText = isOther(privacyText, settings.privacyText ?? null);
  const facts = {
    ...Object.fromEntries(otherBrand.map((name) => [name, brand[name]])),
    ...isOther(admission, settings.admission) && { admission },
    ...isOther(sendsReminders, settings.sendsReminders) && { sendsReminders },
    ...isOther(backupWeeks, settings.backupWeeks) && { backupWeeks },
    ...isOther(staffProveTwice, settings.staffProveTwice) && { staffProveTwice },
    ...mail !== undefined && (mail ?? settings.mail ?? null) !== null && { mail },
    ...replies !== undefined && (replies ?? settings.replies ?? null) !== null && { replies },
    ...isOther(admissionDomains, settings.admissionDomains) && {
      admissionDomains: admissionDomains && [...admissionDomains],
    },
    ...others.length > 0 &&
      { limits: Object.fromEntries(others.map((name) => [name, limits[name] ?? null])) },
    ...isSupportEmail && { isSupportEmail: supportEmail !== null },
    ...isPrivacyText && { isPrivacyText: privacyText !== null },
    ...Object.keys(otherSetup).length > 0 && { setup: otherSetup },
  };
  if (Object.keys(facts).length === 0) return [];
  const personal = {
    ...isSupportEmail && supportEmail != null && { supportEmail },
    ...isPrivacyText && privacyText != null && { privacyText },
  };
  const hasTexts = Object.keys(personal).length > 0;
  return [{ type: "SettingsChanged", facts, personal: hasTexts ? personal : null }];
}

function offered(topic: OwnTopic): SettingEvent[] {
  return topic.isOffered ? [] : [topicChanged(topic, "offered")];
}

function topicChanged(
  { id, label }: Pick<OwnTopic, "id" | "label">,
  is: Extract<SettingEvent, { type: "TopicChanged" }>["facts"]["is"],
): SettingEvent {
  return { type: "TopicChanged", facts: { id, label, is }, personal: null };
}

function topicOf({ topics }: ProgramSettings, wanted: string): OwnTopic {
  const topic = topics.find(({ id }) => id === wanted);
  if (topic === undefined) throw new Refusal("settings/no-topic", "Help topic not found");
  return topic;
}

const topicId = (number: number) => `own-${number}`;

/** Stored topics are ids, so no topic's name may look like one. */
const isTopicId = (label: string) => /^own-\d+$/i.test(label);

/** Refuses a label that another topic has or had. */
function refuseTaken(topics: readonly OwnTopic[], label: string): void {
  const wanted = keyOf(canonicalTopic(label));
  const taken = [
    ...helpTopics,
    ...topics.flatMap((topic) => [topic.label, ...topic.formerly]),
  ];
  if (isTopicId(label) || taken.some((name) => keyOf(name) === wanted)) {
    throw wrongTopic("A topic with this name already exists");
  }
}

function wrongTopic(message: string): Refusal {
  return new Refusal("settings/topic", message, { label: message });
}
