import type { AdmissionPolicy } from "./admission.ts";
import type { LimitName } from "./limits.ts";
import type { BrandFacts, MailWay, SettingEvent, SetupFacts } from "./setting-events.ts";

/** What the program's staff has set; `null` is what the installation says. */
export interface ProgramSettings {
  readonly supportEmail: string | null;
  /** What the program is called and looks like; what is not there is what the installation says. */
  readonly brand: BrandFacts;
  readonly admission: AdmissionPolicy | null;
  /** Whose confirmed addresses need nobody's approval; lower case. */
  readonly admissionDomains: readonly string[] | null;
  readonly limits: { readonly [Name in LimitName]?: number | null | undefined };
  /** Help topics of the program's own, in the order in which they came. */
  readonly topics: readonly OwnTopic[];
  readonly announcement: Announcement | null;
  /** What staff said about the set-up list; left out before the first time. */
  readonly setup?: SetupFacts | undefined;
  /** Whether who was invited is reminded by itself. */
  readonly sendsReminders: boolean;
  /** By what mail leaves; left out before the first time. The vault has the rest, and counts. */
  readonly mail?: MailWay | null | undefined;
}

export interface OwnTopic {
  /** What profiles and requests hold, whatever it is called. */
  readonly id: string;
  readonly label: string;
  /** What it was called before: searches that were kept by it still find it. */
  readonly formerly: readonly string[];
  /** Whether it can be chosen. Who has chosen it keeps it. */
  readonly isOffered: boolean;
}

export interface Announcement {
  readonly text: string;
  /** The last day, such as `2027-03-31`. */
  readonly until: string;
}

export const nothingSet: ProgramSettings = {
  supportEmail: null,
  brand: {},
  admission: null,
  admissionDomains: null,
  limits: {},
  topics: [],
  announcement: null,
  sendsReminders: true,
};

/** What the settings are after one more event. */
export function evolveSettings(settings: ProgramSettings, event: SettingEvent): ProgramSettings {
  switch (event.type) {
    case "SettingsChanged": {
      const { limits, isSupportEmail, admission, admissionDomains, setup, ...more } = event.facts;
      const { sendsReminders = settings.sendsReminders, mail, ...brand } = more;
      return {
        ...settings,
        brand: { ...settings.brand, ...brand },
        sendsReminders,
        admission: admission === undefined ? settings.admission : admission,
        admissionDomains: admissionDomains === undefined
          ? settings.admissionDomains
          : admissionDomains,
        limits: { ...settings.limits, ...limits },
        ...mail !== undefined && { mail },
        ...setup && { setup: { ...settings.setup, ...setup } },
        ...isSupportEmail !== undefined && { supportEmail: event.personal?.supportEmail ?? null },
      };
    }
    case "TopicChanged":
      return { ...settings, topics: withTopic(settings.topics, event.facts) };
    case "AnnouncementMade": {
      // One that another has followed is forgotten.
      if (event.personal === null) return { ...settings, announcement: null };
      return {
        ...settings,
        announcement: { text: event.personal.text, until: event.facts.until },
      };
    }
    case "AnnouncementEnded":
      return { ...settings, announcement: null };
  }
}

function withTopic(
  topics: readonly OwnTopic[],
  { id, label, is }: Extract<SettingEvent, { type: "TopicChanged" }>["facts"],
): OwnTopic[] {
  if (is === "added") return [...topics, { id, label, formerly: [], isOffered: true }];
  return topics.map((topic) => {
    if (topic.id !== id) return topic;
    if (is === "renamed") return { ...topic, label, formerly: [...topic.formerly, topic.label] };
    return { ...topic, isOffered: is === "offered" };
  });
}

/** Whether an announcement still stands: through its last day, wherever on earth that is. */
export function isStanding(
  announcement: Announcement | null,
  now: Date,
): announcement is Announcement {
  const afterTheDayMs = 36 * 60 * 60 * 1000;
  return announcement !== null && now.getTime() < Date.parse(announcement.until) + afterTheDayMs;
}
