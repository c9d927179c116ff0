interface ProgramLimit {
  readonly label: string;
  /** Where neither staff nor the installation have set one. */
  readonly usual: number;
  readonly most: number;
  /** Environment variable of the installation's own limit. */
  readonly variable: string;
}

const table = {
  openRequests: {
    label: "Open requests per member",
    usual: 5,
    most: 100,
    variable: "LIMIT_OPEN_REQUESTS",
  },
  requestsAWeek: {
    label: "New requests per member per week",
    usual: 10,
    most: 1000,
    variable: "LIMIT_REQUESTS_PER_WEEK",
  },
  askAgainDays: {
    label: "Days before the same person can be asked again",
    usual: 30,
    most: 3650,
    variable: "ASK_AGAIN_DAYS",
  },
  contactsADay: {
    label: "People whose contacts a member can see per day",
    usual: 60,
    most: 10_000,
    variable: "LIMIT_CONTACTS_PER_DAY",
  },
  profilesAnHour: {
    label: "Profiles a member can view in lists per hour",
    usual: 5000,
    most: 100_000,
    variable: "LIMIT_PROFILES_PER_HOUR",
  },
} as const satisfies Readonly<Record<string, ProgramLimit>>;

export type LimitName = keyof typeof table;
export const programLimits: Readonly<Record<LimitName, ProgramLimit>> = table;
export type ProgramLimits = Readonly<Record<LimitName, number>>;
export const limitNames = Object.keys(table) as [LimitName, ...LimitName[]];

/** What staff have set; `null` means the installation's value. */
export type SetLimits = { readonly [Name in LimitName]?: number | null | undefined };

/** The limits that apply now: staff's settings override the installation's. Read each time anew. */
export function limitsInForce<Name extends LimitName>(
  installation: Readonly<Record<Name, number>>,
  settings: () => { readonly limits: SetLimits },
): Readonly<Record<Name, number>> {
  const names = Object.keys(installation) as Name[];
  return Object.defineProperties(
    {} as Record<Name, number>,
    Object.fromEntries(names.map((name) => [name, {
      get: () => settings().limits[name] ?? installation[name],
      enumerable: true,
    }])),
  );
}
