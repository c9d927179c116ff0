import { defaultLimits, type Limits } from "../auth/rate-limits.ts";
import { limit } from "./env-values.ts";

const names = {
  LIMIT_FAILED_LOGINS_PER_ACCOUNT: "failedLoginsPerAccount",
  LIMIT_FAILED_LOGINS_PER_ADDRESS: "failedLoginsPerAddress",
  LIMIT_GUESSES_PER_ACCOUNT: "guessesPerAccount",
  LIMIT_REGISTRATIONS_PER_ADDRESS: "registrationsPerAddress",
  LIMIT_WRONG_CADRE_CODES_PER_ADDRESS: "wrongCadreCodesPerAddress",
  LIMIT_WRONG_CADRE_CODES: "wrongCadreCodes",
  LIMIT_TAKEN_NAMES: "takenNames",
  LIMIT_CHANGES_PER_MEMBER: "changesPerMember",
  LIMIT_MESSAGES_PER_MEMBER: "messagesPerMember",
  LIMIT_PROFILES_PER_HOUR: "profilesPerMember",
  LIMIT_CONTACTS_PER_STRANGER: "contactsPerStranger",
  LIMIT_CONTACTS_PER_NETWORK: "contactsPerNetwork",
  LIMIT_CONTACTS_PER_NETWORK_PER_DAY: "contactsPerNetworkADay",
  LIMIT_RESET_REQUESTS_PER_ADDRESS: "resetRequestsPerAddress",
  LIMIT_RESET_MAILS_PER_RECIPIENT: "resetMailsPerRecipient",
  LIMIT_VERIFICATION_MAILS: "verificationMails",
  LIMIT_MAILS_PER_RECIPIENT: "mailsPerRecipient",
  LIMIT_UPLOADS_PER_MEMBER: "uploadsPerMember",
} as const satisfies Record<string, keyof Limits>;

export const limitVariables = Object.fromEntries(
  Object.entries(names).map(([variable, name]) => [variable, limit(defaultLimits[name])]),
) as Record<keyof typeof names, ReturnType<typeof limit>>;

interface LimitValues extends Readonly<Record<keyof typeof names, number>> {
  readonly LIMIT_PROFILES_PER_STRANGER?: number | undefined;
}

export function limitsOf(set: LimitValues): Limits {
  const limits = Object.entries(names).map(([variable, name]) =>
    [name, set[variable as keyof typeof names]] as const
  );
  const { LIMIT_PROFILES_PER_HOUR: perHour, LIMIT_PROFILES_PER_STRANGER: perStranger } = set;
  return {
    ...Object.fromEntries(limits) as unknown as Limits,
    profilesPerStranger: perStranger ?? Math.ceil(perHour / 10),
  };
}
