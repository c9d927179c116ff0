import { expect, it } from "vitest";
import { parseEnvironment } from "./env.ts";
import { EnvironmentError } from "./environment-error.ts";
import { makeIdentity } from "./identities.ts";

const { identity: SECRET } = await makeIdentity();
/** Files that a row names, by path. */
const files: Readonly<Record<string, string>> = {
  "/empty": "",
  "/secret": "secret\n",
};
const parse = (values: Record<string, string>) =>
  parseEnvironment(values, (path) => {
    const text = files[path];
    if (text === undefined) throw new Error("No such file");
    return text;
  });

function problemsOf(values: Record<string, string>): readonly string[] {
  try {
    parse(values);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
    throw error;
  }
  return [];
}

const bucket = { S3_BUCKET: "alumni", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };
const aws = "https://s3.us-east-1.amazonaws.com";
const meili = { MEILI_URL: "http://meili:7700/", MEILI_KEY_FILE: "/secret" };
const from = { MAIL_FROM: "alumni@example.edu" };
const server = "http://db:8080";
const open = { APP_ORIGIN: "https://alumni.example.edu" };

it("needs nothing to be set", () => {
  expect(parse({})).toMatchObject({
    appEnv: "production",
    host: "127.0.0.1",
    port: 8000,
    dataDir: "data",
    appOrigin: undefined,
    database: { url: "file:data/alumni.db" },
    secret: undefined,
    secretFile: "data/secrets/secret",
    s3: undefined,
    meilisearch: undefined,
    smtp: undefined,
    mailFrom: "support@example.edu",
    cadreCode: undefined,
    warnings: [],
  });
});

it.each<[Record<string, string>, object]>([
  [
    { PORT: "", APP_ENV: " " },
    { port: 8000, appEnv: "production" },
  ],
  [{ CADRE_CODE_FILE: "/secret" }, { cadreCode: "secret" }],
  [{ SECRET: `${SECRET}\n${SECRET}` }, { secret: `${SECRET}\n${SECRET}` }],
  [{ SECRET_FILE: "/gone" }, { secret: undefined, secretFile: "/gone" }],
  [{ DATABASE_URL: server, SECRET_FILE: "/shared/secret" }, { secretFile: "/shared/secret" }],
  [bucket, { s3: { bucket: "alumni", endpoint: aws, publicEndpoint: aws } }],
  [
    { ...bucket, S3_ENDPOINT: "http://s3:9000/", S3_PUBLIC_ENDPOINT: "https://s3.edu" },
    { s3: { endpoint: "http://s3:9000", publicEndpoint: "https://s3.edu" } },
  ],
  [{ SEARCH: "meilisearch", ...meili }, {
    meilisearch: {
      ...{ url: "http://meili:7700", key: "secret", prefix: "alumni-connect-", timeoutMs: 300 },
    },
  }],
  [meili, { meilisearch: undefined }],
  [{ APP_ORIGIN: "http://localhost:3000/" }, { appOrigin: "http://localhost:3000" }],
  [
    { SECRET, DATABASE_URL: server, DATABASE_AUTH_TOKEN_FILE: "/secret" },
    {
      database: { url: server, authToken: "secret" },
      drainMs: 5000,
      warnings: [expect.stringMatching(/^pictures are stored in DATA_DIR\/objects/)],
    },
  ],
  [
    {
      ...{ SMTP_URI: "smtp://mail", METRICS_PROT: "1", SECRET_FIEL: "/key", CADR_CODE: "a code" },
      ...{ HOME: "/root", HOSTNAME: "alumni" },
    },
    {
      warnings: [
        "SMTP_URI is not used: SMTP_URL is",
        "METRICS_PROT is not used: METRICS_PORT is",
        "SECRET_FIEL is not used: SECRET_FILE is",
        "CADR_CODE is not used: CADRE_CODE is",
      ],
    },
  ],
  [{ ...open, CADRE_CODE: "none" }, { cadreCode: undefined }],
  [{ ...open, CADRE_CODE: "hold fast" }, { cadreCode: "hold fast" }],
])("reads %j", (values, expected) => {
  expect(parse(values)).toMatchObject(expected);
});

const user = { user: "mailer", password: "secret" };

it.each<[Record<string, string>, object]>([
  [{ SMTP_URL: "smtp://mail.example.edu" }, {
    ...{ host: "mail.example.edu", port: 587, tls: "offered" },
  }],
  [{ SMTP_URL: "smtp://mail:1025" }, { host: "mail", port: 1025, tls: "offered" }],
  [{ SMTP_URL: "smtp://127.0.0.1:25" }, { host: "127.0.0.1", port: 25, tls: "never" }],
  [{ SMTP_URL: "smtp://[::1]:25/" }, { host: "::1", port: 25, tls: "never" }],
  [{ SMTP_URL: "smtps://a%40b:p%2Fw@mail" }, {
    ...{ host: "mail", port: 465, tls: "always", login: { user: "a@b", password: "p/w" } },
  }],
  [{ SMTP_URL: "smtp://mailer:secret@mail:2525" }, {
    ...{ host: "mail", port: 2525, tls: "required", login: user },
  }],
  [{ SMTP_URL: "smtp://mailer@mail", SMTP_PASSWORD_FILE: "/secret" }, {
    ...{ host: "mail", port: 587, tls: "required", login: user },
  }],
])("takes the mail server %j", (values, expected) => {
  const { smtp, mailFrom } = parse({ ...from, ...values });
  expect(smtp).toEqual({ login: undefined, ...expected });
  expect(mailFrom).toBe("alumni@example.edu");
});

it.each<[Record<string, string>, ...(string | RegExp)[]]>([
  // Reports all problems at once.
  [
    {
      APP_ENV: "staging",
      PORT: "80a",
      APP_ORIGIN: "https://example.edu/alumni",
      DATABASE_URL: "postgres://db",
      SECRET: "short",
      TRUSTED_PROXY: "10.0.0.0/8, proxy",
      SEARCH: "solr",
    },
    "APP_ENV: must be production, development or test",
    "PORT: must be a whole number from 0 to 65535",
    "APP_ORIGIN: must be an origin such as https://alumni.example.edu, without a path",
    /^DATABASE_URL: must be a file such as/,
    /^SECRET: must be a secret such as `age-keygen` prints/,
    'TRUSTED_PROXY: must be addresses or networks such as 10.0.0.0/8, which "proxy" is not',
    "SEARCH: must be embedded or meilisearch",
  ],
  [
    {
      PORT: "many",
      SEARCH: "meilisearch",
      MEILI_URL: "meili",
      S3_ENDPOINT: "https://s3.edu",
      APP_ORIGIN: "http://alumni.example.edu",
      CADRE_CODE_FILE: "/gone",
    },
    "CADRE_CODE_FILE: /gone can't be read",
    "PORT: must be a whole number from 0 to 65535",
    "MEILI_URL: must be an address such as http://meilisearch:7700, without a key",
    "APP_ORIGIN: must be https unless it is this machine",
    "S3_BUCKET: must be set, since S3_ENDPOINT is",
    "MEILI_KEY: must be set, since SEARCH is meilisearch",
  ],
  [
    { MEILI_KEY_FILE: "/gone", CADRE_CODE_FILE: "/empty" },
    "CADRE_CODE_FILE: /empty is empty",
    "MEILI_KEY_FILE: /gone can't be read",
  ],
  [{ SECRET: SECRET.slice(0, -1) }, /^SECRET: must be/],
  [
    { CADRE_CODE: "a", CADRE_CODE_FILE: "/code" },
    "CADRE_CODE_FILE: CADRE_CODE is set as well; set one of them",
  ],
  [
    { S3_BUCKET: "alumni", S3_ACCESS_KEY_ID: "id" },
    "S3_SECRET_ACCESS_KEY: must be set, since S3_BUCKET is",
  ],
  [{ S3_BUCKET: "A B", S3_ENDPOINT: "s3.edu" }, /^S3_/, /^S3_/],
  [
    { ...bucket, ...open, APP_ENV: "test", S3_ENDPOINT: "http://s3:9000" },
    /^S3_ENDPOINT: must be https/,
  ],
  [
    {
      SEARCH: "meilisearch",
      MEILI_URL: "meili:7700",
      MEILI_KEY: "two words",
    },
    "MEILI_URL: must be an address such as http://meilisearch:7700, without a key",
    "MEILI_KEY: must be a key of the server, in one line",
  ],
  ...["mail.example.edu", "http://mail", "smtp://", "smtp://a/b", "smtp://%:x@a"].map((
    url,
  ): [Record<string, string>, RegExp] => [
    { ...from, SMTP_URL: url },
    /^SMTP_URL: must be smtp:\/\/user@/,
  ]),
  [
    { ...from, SMTP_URL: "smtp://mailer@mail" },
    "SMTP_URL: must name a user when there is a password, and a password when it names a user",
  ],
  [
    { ...from, SMTP_URL: "smtp://mailer:a@mail", SMTP_PASSWORD: "b" },
    "SMTP_URL: has a password, and SMTP_PASSWORD is set as well; set one of them",
  ],
  [
    { SMTP_URL: "smtp://mail" },
    "MAIL_FROM: must be set with SMTP_URL: the address that mail comes from",
  ],
  [{ SMTP_PASSWORD: "b" }, "SMTP_PASSWORD: SMTP_URL is not set"],
  [
    { DATABASE_URL: server },
    "SECRET_FILE: must be set with a libSQL server, since every node needs the same one",
  ],
  [
    { DATABASE_AUTH_TOKEN: "a" },
    "DATABASE_AUTH_TOKEN: is for a libSQL server, which DATABASE_URL does not name",
  ],
  [{ DATABASE_URL: "http://name:password@db:8080" }, /^DATABASE_URL: .*without a user$/],
  [
    { PORT: "9100", METRICS_PORT: "9100" },
    "METRICS_PORT: must differ from PORT, which is 9100",
  ],
  // Searches would be sent to a collector of spans.
  [{ OTEL_DENO: "true" }, /^OTEL_DENO: /],
  [{ OTEL_DENO: "false" }],
  [{ APP_ORIGIN: "http://127.0.0.1:9000" }],
  [{ APP_ENV: "development", APP_ORIGIN: "http://192.168.1.5:8000" }],
])("explains what is wrong with %j", (values, ...expected) => {
  expect(problemsOf(values)).toEqual(
    expected.map((one) => typeof one === "string" ? one : expect.stringMatching(one)),
  );
});
