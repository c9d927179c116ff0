/** Schemas of all environment variables. `.env.example` describes them for operators. */
import { z } from "zod";
import { connectionLimits } from "../../events/connections/limits.ts";
import { dayMs } from "../../events/log/day.ts";
import { usualStart } from "../../events/report/cycle.ts";
import { liveLimits } from "../connections/live.ts";
import { audiences } from "../../events/contacts/audiences.ts";
import { programLimits } from "../../events/program/limits.ts";
import {
  admission,
  brandColor,
  cycleStart,
  databaseUrl,
  days,
  domains,
  isSecret,
  limit,
  origin,
  port,
  programName,
  proxies,
  secret,
  secretText,
  universityName,
  wholeNumber,
} from "./env-values.ts";
import { defaultLimits } from "../auth/rate-limits.ts";
import { limitVariables } from "./limits.ts";
import { continuousVariables } from "./continuous-backup.ts";
import { replyVariables } from "../mail/arriving/ways/settings.ts";
import { objectVariables } from "../objects/settings.ts";
import { searchVariables } from "../search/settings.ts";

export const variables = z.object({
  APP_ENV: z.enum(
    ["production", "development", "test"],
    "must be production, development or test",
  ).default("production"),
  HOST: z.string().default("127.0.0.1"),
  PORT: port.prefault("8000"),
  METRICS_HOST: z.string().default("127.0.0.1"),
  METRICS_PORT: port.optional(),
  DRAIN_SECONDS: wholeNumber(0, 300, "of seconds").prefault("0"),
  DATA_DIR: z.string().default("data"),
  ERASURE_LEDGER: z.string().optional(),
  ...continuousVariables,
  APP_ORIGIN: origin,
  EVENTS_URL: databaseUrl,
  EVENTS_AUTH_TOKEN: secretText,
  VAULT_URL: databaseUrl,
  VAULT_AUTH_TOKEN: secretText,
  READ_URL: databaseUrl,
  KEK: secret,
  KEK_PREVIOUS: secret,
  CLAIM_KEY: secret,
  ADMISSION: admission.optional(),
  ADMISSION_DOMAINS: domains,
  CADRE_CODE: z.string().max(200, "must be at most 200 characters").optional().meta(isSecret),
  // Every form asks for at least six characters.
  PASSWORD_MIN_LENGTH: wholeNumber(6, 64).prefault("6"),
  TRUSTED_PROXY: proxies,
  ...searchVariables,
  ...limitVariables,
  LIMIT_PROFILES_PER_STRANGER: limit(defaultLimits.profilesPerStranger).optional(),
  LIMIT_OPEN_REQUESTS: limit(connectionLimits.openRequests),
  LIMIT_REQUESTS_PER_WEEK: limit(connectionLimits.requestsAWeek),
  LIMIT_REPORTS_PER_DAY: limit(connectionLimits.reportsADay),
  ASK_AGAIN_DAYS: days(connectionLimits.againAfterMs / dayMs),
  MESSAGES_KEEP_DAYS: days(365),
  CYCLE_START: cycleStart.prefault(usualStart),
  LIMIT_LIVE_PAGES: limit(liveLimits.pages),
  LIMIT_LIVE_PAGES_PER_MEMBER: limit(liveLimits.pagesPerMember),
  CONTACTS_DEFAULT: z.enum(audiences, "must be members, connections or nobody").default("members"),
  LIMIT_CONTACTS_PER_DAY: limit(programLimits.contactsADay.usual),
  SMTP_URL: secretText,
  SMTP_PASSWORD: secretText,
  MAIL_FROM: z.email("must be an email address").optional(),
  ...replyVariables,
  ...objectVariables,
  PROGRAM_NAME: programName.optional(),
  UNIVERSITY_NAME: universityName.optional(),
  BRAND_COLOR: brandColor.optional(),
  LOGO_FILE: z.string().optional(),
  SUPPORT_EMAIL: z.email("must be an email address").optional(),
});

export type Variables = z.output<typeof variables>;

export const variableNames: readonly string[] = Object.keys(variables.shape);

/** Secrets can be set directly, or as the path of a file with `_FILE` after the name. */
export const secretNames: readonly string[] = Object.entries(variables.shape)
  .flatMap(([name, schema]) => schema.meta()?.isSecret ? [name] : []);
