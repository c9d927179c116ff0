import type { Limits } from "../auth/rate-limits.ts";
import type { Variables } from "./variables.ts";

/** Rate limits, as variables set them. */
export function limitsOf(set: Variables): Limits {
  return {
    failedLoginsPerAccount: set.LIMIT_FAILED_LOGINS_PER_ACCOUNT,
    failedLoginsPerAddress: set.LIMIT_FAILED_LOGINS_PER_ADDRESS,
    guessesPerAccount: set.LIMIT_GUESSES_PER_ACCOUNT,
    registrationsPerAddress: set.LIMIT_REGISTRATIONS_PER_ADDRESS,
    wrongCadreCodesPerAddress: set.LIMIT_WRONG_CADRE_CODES_PER_ADDRESS,
    wrongCadreCodes: set.LIMIT_WRONG_CADRE_CODES,
    takenNames: set.LIMIT_TAKEN_NAMES,
    changesPerMember: set.LIMIT_CHANGES_PER_MEMBER,
    messagesPerMember: set.LIMIT_MESSAGES_PER_MEMBER,
    profilesPerMember: set.LIMIT_PROFILES_PER_HOUR,
    profilesPerStranger: set.LIMIT_PROFILES_PER_STRANGER ??
      Math.ceil(set.LIMIT_PROFILES_PER_HOUR / 10),
    contactsPerStranger: set.LIMIT_CONTACTS_PER_STRANGER,
    contactsPerNetwork: set.LIMIT_CONTACTS_PER_NETWORK,
    contactsPerNetworkADay: set.LIMIT_CONTACTS_PER_NETWORK_PER_DAY,
    resetRequestsPerAddress: set.LIMIT_RESET_REQUESTS_PER_ADDRESS,
    resetMailsPerRecipient: set.LIMIT_RESET_MAILS_PER_RECIPIENT,
    verificationMails: set.LIMIT_VERIFICATION_MAILS,
    mailsPerRecipient: set.LIMIT_MAILS_PER_RECIPIENT,
    uploadsPerMember: set.LIMIT_UPLOADS_PER_MEMBER,
  };
}
