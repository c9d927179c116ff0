/** Schemas of all environment variables. `.env.example` describes them for operators. */
import { z } from "zod";
import {
  databaseUrl,
  identities,
  isSecret,
  origin,
  port,
  proxies,
  secretText,
} from "./env-values.ts";
import { objectVariables } from "../objects/settings.ts";
import { backupVariables } from "../backup/settings.ts";
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
  DATA_DIR: z.string().default("data"),
  ...backupVariables,
  APP_ORIGIN: origin,
  DATABASE_URL: databaseUrl,
  DATABASE_AUTH_TOKEN: secretText,
  SECRET: identities,
  SECRET_FILE: z.string().optional(),
  CADRE_CODE: z.string().max(200, "must be at most 200 characters").optional().meta(isSecret),
  TRUSTED_PROXY: proxies,
  ...searchVariables,
  SMTP_URL: secretText,
  SMTP_PASSWORD: secretText,
  MAIL_FROM: z.email("must be an email address").optional(),
  ...objectVariables,
});

export type Variables = z.output<typeof variables>;

export const variableNames: readonly string[] = Object.keys(variables.shape);

/** Variables that can be set directly, or by a file whose path is in the variable with `_FILE` after the name. */
export const secretNames: readonly string[] = Object.entries(variables.shape)
  .flatMap(([name, schema]) => schema.meta()?.isSecret ? [name] : []);
