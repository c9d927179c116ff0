import type { AdmissionPolicy } from "./admission.ts";
import type { SetLimits } from "./limits.ts";
import type { BrandFacts, MailWay, ReplyWay, SettingEvent, SetupFacts } from "./setting-events.ts";

/** Settings by staff; `null` means the default. */
export interface ProgramSettings {
  readonly supportEmail: string | null;
  /** The program's own lines on the privacy page; absent before the first. */
  readonly privacyText?: string | null | undefined;
  readonly brand: BrandFacts;
  readonly admission: AdmissionPolicy | null;
  /** Domains whose verified addresses need no approval; lower case. */
  readonly admissionDomains: readonly string[] | null;
  readonly limits: SetLimits;
  readonly topics: readonly OwnTopic[];
  readonly announcement: Announcement | null;
  /** Latest class first. */
  readonly commissioningDates: readonly CommissioningDate[];
  readonly setup?: SetupFacts | undefined;
  /** Whether invited members are reminded automatically. */
  readonly sendsReminders: boolean;
  /** For how many weeks one backup a week is kept, after seven daily ones. */
  readonly backupWeeks: number;
  /** Whether staff sign in with a second factor. */
  readonly staffProveTwice: boolean;
  /** Kind of mail service; absent before the first setup. The database has its settings, sealed. */
  readonly mail?: MailWay | null | undefined;
  /** How replies by email arrive; absent before the first setup. */
  readonly replies?: ReplyWay | null | undefined;
}

export interface OwnTopic {
  readonly id: string;
  readonly label: string;
  /** Former labels: saved searches with them still work. */
  readonly formerly: readonly string[];
  /** Whether it can be chosen. Members who chose it before still have it. */
  readonly isOffered: boolean;
}

/** When a class commissions. */
export interface CommissioningDate {
  /** Such as `2027`. */
  readonly classYear: string;
  /** Such as `2027-05-15`. */
  readonly date: string;
}

export interface Announcement {
  readonly text: string;
  /** Last day, such as `2027-03-31`. */
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
  commissioningDates: [],
  sendsReminders: true,
  backupWeeks: 0,
  staffProveTwice: false,
};

export function evolveSettings(settings: ProgramSettings, event: SettingEvent): ProgramSettings {
  switch (event.type) {
    case "SettingsChanged": {
      const { limits, isSupportEmail, admission, admissionDomains, setup, ...more } = event.facts;
      const { sendsReminders = settings.sendsReminders, mail, replies, ...texts } = more;
      const { isPrivacyText, ...others } = texts;
      const { backupWeeks = settings.backupWeeks, ...rest } = others;
      const { staffProveTwice = settings.staffProveTwice, ...brand } = rest;
      return {
        ...settings,
        brand: { ...settings.brand, ...brand },
        sendsReminders,
        backupWeeks,
        staffProveTwice,
        admission: admission === undefined ? settings.admission : admission,
        admissionDomains: admissionDomains === undefined
          ? settings.admissionDomains
          : admissionDomains,
        limits: { ...settings.limits, ...limits },
        ...mail !== undefined && { mail },
        ...replies !== undefined && { replies },
        ...setup && { setup: { ...settings.setup, ...setup } },
        ...isSupportEmail !== undefined && { supportEmail: event.personal?.supportEmail ?? null },
        ...isPrivacyText !== undefined && { privacyText: event.personal?.privacyText ?? null },
      };
    }
    case "TopicChanged":
      return { ...settings, topics: withTopic(settings.topics, event.facts) };
    case "AnnouncementMade": {
      // A replaced announcement is deleted.
      if (event.personal === null) return { ...settings, announcement: null };
      return {
        ...settings,
        announcement: { text: event.personal.text, until: event.facts.until },
      };
    }
    case "CommissioningDateChanged": {
      const { classYear, date } = event.facts;
      const others = settings.commissioningDates.filter((each) => each.classYear !== classYear);
      const all = date === null ? others : [...others, { classYear, date }];
      const commissioningDates = all.toSorted((one, other) =>
        other.classYear.localeCompare(one.classYear)
      );
      return { ...settings, commissioningDates };
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

/** Whether an announcement is shown: through its last day in every time zone. */
export function isCurrent(
  announcement: Announcement | null,
  now: Date,
): announcement is Announcement {
  const afterTheDayMs = 36 * 60 * 60 * 1000;
  return announcement !== null && now.getTime() < Date.parse(announcement.until) + afterTheDayMs;
}
