interface LimitWords {
  readonly label: string;
  readonly most: number;
  /** Environment variable of the installation's own limit. */
  readonly variable: string;
}

const table = {
  openRequests: {
    label: "Open requests per member",
    most: 100,
    variable: "LIMIT_OPEN_REQUESTS",
  },
  requestsAWeek: {
    label: "New requests per member per week",
    most: 1000,
    variable: "LIMIT_REQUESTS_PER_WEEK",
  },
  askAgainDays: {
    label: "Days before the same person can be asked again",
    most: 3650,
    variable: "ASK_AGAIN_DAYS",
  },
  contactsADay: {
    label: "People whose contacts a member can see per day",
    most: 10_000,
    variable: "LIMIT_CONTACTS_PER_DAY",
  },
  profilesAnHour: {
    label: "Profiles a member can view in lists per hour",
    most: 100_000,
    variable: "LIMIT_PROFILES_PER_HOUR",
  },
} as const satisfies Readonly<Record<string, LimitWords>>;

export type LimitName = keyof typeof table;
export const programLimits: Readonly<Record<LimitName, LimitWords>> = table;
export const limitNames = Object.keys(table) as [LimitName, ...LimitName[]];
