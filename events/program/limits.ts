interface ProgramLimit {
  readonly label: string;
  /** Default if staff have set none. */
  readonly usual: number;
  readonly most: number;
}

const table = {
  openRequests: {
    label: "Open requests per member",
    usual: 5,
    most: 100,
  },
  requestsAWeek: {
    label: "New requests per member per week",
    usual: 10,
    most: 1000,
  },
  askAgainDays: {
    label: "Days before the same person can be asked again",
    usual: 30,
    most: 3650,
  },
  contactsADay: {
    label: "People whose contacts a member can see per day",
    usual: 60,
    most: 10_000,
  },
  profilesAnHour: {
    label: "Profiles a member can view in lists per hour",
    usual: 5000,
    most: 100_000,
  },
} as const satisfies Readonly<Record<string, ProgramLimit>>;

export type LimitName = keyof typeof table;
export const programLimits: Readonly<Record<LimitName, ProgramLimit>> = table;
export type ProgramLimits = Readonly<Record<LimitName, number>>;
export const limitNames = Object.keys(table) as [LimitName, ...LimitName[]];

/** Limits set by staff; `null` means the default. */
export type SetLimits = { readonly [Name in LimitName]?: number | null | undefined };

/** Current limits, read on each access: staff's, or else the defaults. */
export function limitsInForce<Name extends LimitName>(
  usual: Readonly<Record<Name, number>>,
  settings: () => { readonly limits: SetLimits },
): Readonly<Record<Name, number>> {
  const names = Object.keys(usual) as Name[];
  return Object.defineProperties(
    {} as Record<Name, number>,
    Object.fromEntries(names.map((name) => [name, {
      get: () => settings().limits[name] ?? usual[name],
      enumerable: true,
    }])),
  );
}
