import { describe, expect, it } from "vitest";
import { parseEnvironment } from "./env.ts";
import { EnvironmentError } from "./environment-error.ts";

const key = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
const otherKey = "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk=";
const noFiles = () => {
  throw new Error("No such file");
};

function problemsOf(
  values: Record<string, string>,
  readFile: (path: string) => string = noFiles,
): readonly string[] {
  try {
    parseEnvironment(values, readFile);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
    throw error;
  }
  return [];
}

describe("parseEnvironment", () => {
  it("needs nothing to be set", () => {
    expect(parseEnvironment({}, noFiles)).toMatchObject({
      appEnv: "production",
      host: "127.0.0.1",
      port: 8000,
      dataDir: "data",
      appOrigin: undefined,
      events: { url: "file:data/events.db" },
      kek: undefined,
      limits: { failedLoginsPerAccount: 10, failedLoginsPerAddress: 100, messagesPerMember: 120 },
      connectionLimits: {
        openRequests: 5,
        requestsAWeek: 10,
        reportsADay: 10,
        againAfterMs: 30 * 24 * 60 * 60 * 1000,
      },
      messagesKeepDays: 365,
      liveLimits: { pages: 1000, pagesPerMember: 10 },
    });
  });

  it("says how much may be asked, and how long texts are stored", () => {
    const values = {
      LIMIT_OPEN_REQUESTS: "2",
      LIMIT_REQUESTS_PER_WEEK: "3",
      LIMIT_REPORTS_PER_DAY: "4",
      LIMIT_MESSAGES_PER_MEMBER: "4",
      ASK_AGAIN_DAYS: "1",
      MESSAGES_KEEP_DAYS: "7",
    };
    expect(parseEnvironment(values, noFiles)).toMatchObject({
      connectionLimits: {
        openRequests: 2,
        requestsAWeek: 3,
        reportsADay: 4,
        againAfterMs: 86_400_000,
      },
      limits: { messagesPerMember: 4 },
      messagesKeepDays: 7,
    });
    const wrong = Object.fromEntries(Object.keys(values).map((name) => [name, "0"]));
    expect(problemsOf(wrong).toSorted()).toEqual(
      Object.keys(values).map((name) => `${name}: must be a whole number from 1`).toSorted(),
    );
  });

  it("takes both places of a continuous backup, apart from each other, or none", () => {
    const log = { CONTINUOUS_LOG_BACKUPS: "/backups/log" };
    const vault = { CONTINUOUS_VAULT_BACKUPS: "/elsewhere/vault" };
    expect(parseEnvironment({ ...log, ...vault }, noFiles).continuous).toEqual({
      log: "/backups/log",
      vault: "/elsewhere/vault",
    });
    expect(parseEnvironment({}, noFiles).continuous).toBeUndefined();
  });

  it("reads the operator's synonyms, and says what cannot be used", () => {
    const set = { SYNONYMS_FILE: "/synonyms" };
    expect(parseEnvironment(set, () => "Armor: tread\n").synonyms).toEqual({ Armor: ["tread"] });
    expect(parseEnvironment({}, noFiles).synonyms).toEqual({});
  });

  it("treats an empty value as not set", () => {
    expect(parseEnvironment({ PORT: "", APP_ENV: " " }, noFiles).port).toBe(8000);
  });

  it("says everything that is wrong at once, by variable", () => {
    expect(problemsOf({
      APP_ENV: "staging",
      PORT: "80a",
      APP_ORIGIN: "https://example.edu/alumni",
      EVENTS_URL: "postgres://db",
      KEK: "short",
      TRUSTED_PROXY: "10.0.0.0/8, proxy",
      SEARCH: "solr",
      LIMIT_REGISTRATIONS_PER_ADDRESS: "0",
      SUPPORT_EMAIL: "nobody",
    })).toEqual([
      "APP_ENV: must be production, development or test",
      "PORT: must be a whole number from 0 to 65535",
      "APP_ORIGIN: must be an origin such as https://alumni.example.edu, without a path",
      expect.stringMatching(/^EVENTS_URL: must be a file such as/),
      "KEK: must be 32 bytes in base64 or hex, such as `openssl rand -base64 32` prints",
      'TRUSTED_PROXY: must be addresses or networks such as 10.0.0.0/8, which "proxy" is not',
      "SEARCH: must be embedded or meilisearch",
      "LIMIT_REGISTRATIONS_PER_ADDRESS: must be a whole number from 1",
      "SUPPORT_EMAIL: must be an email address",
    ]);
  });

  it("reads secrets from files", () => {
    const { kek, cadreCode } = parseEnvironment(
      { KEK_FILE: "/run/kek", CADRE_CODE_FILE: "/run/code" },
      (path) => path === "/run/kek" ? `${key}\n` : "horned frog\n",
    );
    expect(kek).toHaveLength(32);
    expect(cadreCode).toBe("horned frog");
  });

  it("knows a bucket, with an address of its own for browsers where it has one", () => {
    expect(parseEnvironment({}, noFiles).s3).toBeUndefined();
    const set = { S3_BUCKET: "alumni", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };
    const aws = "https://s3.us-east-1.amazonaws.com";
    expect(parseEnvironment(set, noFiles).s3).toMatchObject({
      bucket: "alumni",
      endpoint: aws,
      publicEndpoint: aws,
    });
    const own = { ...set, S3_ENDPOINT: "http://s3:9000/", S3_PUBLIC_ENDPOINT: "https://s3.edu" };
    expect(parseEnvironment(own, noFiles).s3).toMatchObject({
      endpoint: "http://s3:9000",
      publicEndpoint: "https://s3.edu",
    });
  });

  it("searches on Meilisearch when configured, with the embedded index as its backup", () => {
    expect(parseEnvironment({}, noFiles).meilisearch).toBeUndefined();
    const set = { SEARCH: "meilisearch", MEILI_URL: "http://meili:7700/", MEILI_KEY_FILE: "/key" };
    expect(parseEnvironment(set, () => "secret\n").meilisearch).toEqual({
      url: "http://meili:7700",
      key: "secret",
      prefix: "alumni-connect-",
      timeoutMs: 300,
    });
    const off = { MEILI_URL: "http://meili:7700", MEILI_KEY: "secret" };
    expect(parseEnvironment(off, noFiles).meilisearch).toBeUndefined();
  });

  it("writes mail to a folder, unless a mail server is named", () => {
    expect(parseEnvironment({}, noFiles)).toMatchObject({
      smtp: undefined,
      mailFrom: "support@example.edu",
    });
  });

  it.each([
    ["smtp://mail.example.edu", { host: "mail.example.edu", port: 587, tls: "offered" }],
    ["smtp://mail:1025", { host: "mail", port: 1025, tls: "offered" }],
    ["smtp://127.0.0.1:25", { host: "127.0.0.1", port: 25, tls: "never" }],
    ["smtp://[::1]:25/", { host: "::1", port: 25, tls: "never" }],
    ["smtps://a%40b:p%2Fw@mail.example.edu", {
      host: "mail.example.edu",
      port: 465,
      tls: "always",
      login: { user: "a@b", password: "p/w" },
    }],
    ["smtp://mailer:secret@mail.example.edu:2525", {
      host: "mail.example.edu",
      port: 2525,
      tls: "required",
      login: { user: "mailer", password: "secret" },
    }],
  ])("takes the mail server %s", (url, expected) => {
    const { smtp, mailFrom } = parseEnvironment(
      { SMTP_URL: url, MAIL_FROM: "alumni@example.edu" },
      noFiles,
    );
    expect(smtp).toEqual({ login: undefined, ...expected });
    expect(mailFrom).toBe("alumni@example.edu");
  });

  it("reads the mail server's password from a file", () => {
    const { smtp } = parseEnvironment({
      SMTP_URL: "smtp://mailer@mail.example.edu",
      SMTP_PASSWORD_FILE: "/run/smtp",
      MAIL_FROM: "alumni@example.edu",
    }, () => "secret\n");
    expect(smtp?.login).toEqual({ user: "mailer", password: "secret" });
  });

  it("reads how a mail server is signed in to with access tokens", () => {
    const tokenUrl = "https://oauth2.googleapis.com/token";
    const set = {
      MAIL_FROM: "alumni@example.edu",
      SMTP_URL: "smtp://alumni%40example.edu@smtp.example.edu",
      MAIL_OAUTH_TOKEN_URL: tokenUrl,
      MAIL_OAUTH_CLIENT_ID: "app",
      MAIL_OAUTH_CLIENT_SECRET_FILE: "/run/secret",
    };
    expect(parseEnvironment(set, () => "secret\n").smtp).toMatchObject({
      tls: "required",
      login: {
        user: "alumni@example.edu",
        oauth: { tokenUrl, clientId: "app", clientSecret: "secret" },
      },
    });
  });

  it("takes an origin with or without its last slash", () => {
    const origin = (text: string) => parseEnvironment({ APP_ORIGIN: text }, noFiles).appOrigin;
    expect(origin("http://localhost:3000/")).toBe("http://localhost:3000");
  });

  it("reports all problems at once", () => {
    expect(problemsOf({
      PORT: "many",
      SEARCH: "meilisearch",
      MEILI_URL: "meili",
      S3_ENDPOINT: "https://s3.edu",
      APP_ORIGIN: "http://alumni.example.edu",
      KEK_FILE: "/gone",
    })).toEqual([
      "KEK_FILE: /gone can't be read",
      "PORT: must be a whole number from 0 to 65535",
      "MEILI_URL: must be an address such as http://meilisearch:7700, without a key",
      "APP_ORIGIN: must be https unless it is this machine",
      expect.stringMatching(/^CLAIM_KEY_FILE: must be set on a public origin/),
      "S3_BUCKET: must be set, since S3_ENDPOINT is",
      "MEILI_KEY: must be set, since SEARCH is meilisearch",
    ]);
  });

  it("takes databases on a libSQL server, with secrets that every node has", () => {
    const servers = { EVENTS_URL: "http://events:8080", VAULT_URL: "https://vault.example.edu" };
    const set = { ...servers, KEK: key, CLAIM_KEY: otherKey, VAULT_AUTH_TOKEN_FILE: "/token" };
    expect(parseEnvironment(set, () => "secret\n")).toMatchObject({
      events: { url: "http://events:8080", authToken: undefined },
      vault: { url: "https://vault.example.edu", authToken: "secret" },
      read: { url: "file:data/read.db" },
      warnings: [expect.stringMatching(/^pictures are stored in DATA_DIR\/objects/)],
    });
  });

  it.each([
    ["UNT Army ROTC", "UNT"],
    ["Texas A&M army rotc", "Texas A&M"],
    ["Army ROTC", "Army ROTC"],
    ["Army ROTC of Guam", "Army ROTC of Guam"],
  ])("takes the program's name without what stands after it anyway: %s", (given, name) => {
    expect(parseEnvironment({ PROGRAM_NAME: given }, noFiles).programName).toBe(name);
  });

  it("removes invisible characters from names, as in people's names", () => {
    const { programName, universityName } = parseEnvironment(
      {
        PROGRAM_NAME: "U\u200bN\u202eT\u202c Army ROTC",
        UNIVERSITY_NAME: "\u2066North Texas\u2069",
      },
      noFiles,
    );
    expect([programName, universityName]).toEqual(["UNT", "North Texas"]);
  });

  it("takes a color that is seen on white", () => {
    expect(parseEnvironment({ BRAND_COLOR: "#ba0c2f" }, noFiles).brandColor).toBe("#ba0c2f");
  });

  it("leaves to staff what no variable says", () => {
    const { programName, universityName, supportEmail, brandColor, admission } = parseEnvironment(
      { PROGRAM_NAME: "UNT Army ROTC", SUPPORT_EMAIL: "" },
      noFiles,
    );
    expect([programName, universityName, supportEmail, brandColor])
      .toEqual(["UNT", undefined, undefined, undefined]);
    expect(admission).toEqual({ by: undefined, domains: undefined });
  });

  it("warns of unknown variables that are nearly known ones", () => {
    const { warnings } = parseEnvironment({
      SMTP_URI: "smtp://mail",
      LIMIT_REGISTRATION_PER_ADDRESS: "5",
      CLAIM_KEY_FIEL: "/key",
      SUPORT_EMAIL: "rotc@example.edu",
      PROGRAMM_NAME: "UNT",
      HOME: "/root",
      HOSTNAME: "alumni",
    }, noFiles);
    expect(warnings).toEqual([
      "SMTP_URI is not used: SMTP_URL is",
      "LIMIT_REGISTRATION_PER_ADDRESS is not used: LIMIT_REGISTRATIONS_PER_ADDRESS is",
      "CLAIM_KEY_FIEL is not used: CLAIM_KEY_FILE is",
      "SUPORT_EMAIL is not used: SUPPORT_EMAIL is",
      "PROGRAMM_NAME is not used: PROGRAM_NAME is",
    ]);
  });

  it("knows who gets in", () => {
    const admissionOf = (values: object) => parseEnvironment({ ...values }, noFiles).admission;
    expect(
      admissionOf({ ADMISSION: "approved", ADMISSION_DOMAINS: "@Example.edu, rotc.example.org" }),
    )
      .toEqual({ by: "approved", domains: ["example.edu", "rotc.example.org"] });
    const domains = { ADMISSION_DOMAINS: "example.edu" };
    expect(parseEnvironment(domains, noFiles).warnings).toEqual([]);
    expect(parseEnvironment({ ...domains, ADMISSION: "open" }, noFiles).warnings).toEqual([
      "ADMISSION_DOMAINS is for ADMISSION=approved; with ADMISSION=open it does nothing",
    ]);
  });

  it("starts on a public origin without a code that makes people staff", () => {
    const open = { APP_ORIGIN: "https://alumni.example.edu", KEK: key, CLAIM_KEY: otherKey };
    expect(problemsOf(open)).toEqual([]);
    expect(parseEnvironment(open, noFiles).cadreCode).toBeUndefined();
    expect(parseEnvironment({ ...open, CADRE_CODE: "none" }, noFiles).cadreCode).toBeUndefined();
    expect(parseEnvironment({ ...open, CADRE_CODE: "hold fast" }, noFiles).cadreCode).toBe(
      "hold fast",
    );
  });

  it("accepts passwords of six characters, or of a configured length", () => {
    expect(parseEnvironment({}, noFiles).newPassword).toEqual({ minLength: 6 });
    expect(parseEnvironment({ PASSWORD_MIN_LENGTH: "12" }, noFiles).newPassword).toEqual({
      minLength: 12,
    });
  });
});

/** Files that a row names, by path. */
const files: Readonly<Record<string, string>> = {
  "/empty": "",
  "/short": "changeme",
  "/synonyms": "\nArmor\n",
};
const copies = { CONTINUOUS_LOG_BACKUPS: "s3:log", CONTINUOUS_VAULT_BACKUPS: "s3:vault" };
const bucket = { S3_BUCKET: "alumni", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };
const from = { MAIL_FROM: "alumni@example.edu" };
const oauth = {
  ...from,
  MAIL_OAUTH_TOKEN_URL: "https://oauth2.googleapis.com/token",
  MAIL_OAUTH_CLIENT_ID: "app",
  MAIL_OAUTH_REFRESH_TOKEN: "token",
};
const secrets = { KEK: key, CLAIM_KEY: otherKey };
const [events, vault] = ["http://events:8080", "http://vault:8080"];
const open = { APP_ORIGIN: "https://alumni.example.edu", ...secrets };

it.each<[Record<string, string>, ...(string | RegExp)[]]>([
  [{ MESSAGES_KEEP_DAYS: "36501" }, "MESSAGES_KEEP_DAYS: must be at most 36500"],
  [{ CONTINUOUS_LOG_BACKUPS: "/backups/log" }, /CONTINUOUS_VAULT_BACKUPS: must be set/],
  [{ CONTINUOUS_VAULT_BACKUPS: "/elsewhere" }, /CONTINUOUS_LOG_BACKUPS: must be set/],
  [
    { CONTINUOUS_LOG_BACKUPS: "/backups/log", CONTINUOUS_VAULT_BACKUPS: "/backups/log/vault" },
    /CONTINUOUS_VAULT_BACKUPS: must not be in CONTINUOUS_LOG_BACKUPS/,
  ],
  [copies, /S3_BUCKET: must be set/],
  [{ ...copies, ...bucket, S3_BUCKET: "log" }, /S3_BUCKET: must be a different bucket/],
  [{ ...copies, ...bucket, S3_BUCKET: "pictures" }],
  [
    { CONTINUOUS_LOG_BACKUPS: "/backups/log", CONTINUOUS_VAULT_BACKUPS: "s3:No_Bucket" },
    /must be a folder, or s3: and the name of a bucket/,
  ],
  [
    { SYNONYMS_FILE: "/synonyms" },
    'SYNONYMS_FILE: /synonyms: line 2 must be like "Judge Advocate General: JAG, lawyer"',
  ],
  [{ SYNONYMS_FILE: "/gone" }, "SYNONYMS_FILE: /gone: can't be read"],
  [
    { KEK_FILE: "/gone", CLAIM_KEY_FILE: "/empty" },
    "KEK_FILE: /gone can't be read",
    "CLAIM_KEY_FILE: /empty is empty",
  ],
  [{ KEK_FILE: "/short" }, /^KEK_FILE: must be 32 bytes/],
  [
    { CADRE_CODE: "a", CADRE_CODE_FILE: "/code" },
    "CADRE_CODE_FILE: CADRE_CODE is set as well; set one of them",
  ],
  [{ S3_ENDPOINT: "https://s3.edu" }, "S3_BUCKET: must be set, since S3_ENDPOINT is"],
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
    { SEARCH: "meilisearch" },
    "MEILI_URL: must be set, since SEARCH is meilisearch",
    "MEILI_KEY: must be set, since SEARCH is meilisearch",
  ],
  [
    {
      SEARCH: "meilisearch",
      MEILI_URL: "meili:7700",
      MEILI_KEY: "two words",
      MEILI_INDEX: "a*",
      MEILI_TIMEOUT_MS: "soon",
    },
    "MEILI_URL: must be an address such as http://meilisearch:7700, without a key",
    "MEILI_KEY: must be a key of the server, in one line",
    "MEILI_INDEX: must be at most 100 letters, digits, hyphens and underscores",
    "MEILI_TIMEOUT_MS: must be a whole number of milliseconds from 1 to 60000",
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
  [{ MAIL_OAUTH_CLIENT_ID: "app" }, "MAIL_OAUTH_CLIENT_ID: SMTP_URL is not set"],
  [
    { ...from, SMTP_URL: "smtp://a@mail", MAIL_OAUTH_SCOPE: "mail" },
    "MAIL_OAUTH_TOKEN_URL: must be set with the other MAIL_OAUTH_ variables",
    "MAIL_OAUTH_CLIENT_ID: must be set with the other MAIL_OAUTH_ variables",
    "MAIL_OAUTH_CLIENT_SECRET: must be set, unless MAIL_OAUTH_REFRESH_TOKEN is",
  ],
  [
    { ...oauth, SMTP_URL: "smtp://a:b@mail" },
    "SMTP_URL: has a password, and MAIL_OAUTH_ variables are set as well; use one of them",
  ],
  [
    { ...oauth, SMTP_URL: "smtp://mail" },
    "SMTP_URL: must name the mailbox that MAIL_OAUTH_ is for",
  ],
  [
    { ...oauth, SMTP_URL: "smtp://a@mail", MAIL_OAUTH_TOKEN_URL: "http://mail/token" },
    "MAIL_OAUTH_TOKEN_URL: must be an https address, such as https://oauth2.googleapis.com/token",
  ],
  [
    { EVENTS_URL: events, VAULT_URL: vault },
    "KEK_FILE: must be set with a libSQL server, since every node needs the same one",
    "CLAIM_KEY_FILE: must be set with a libSQL server, since every node needs the same one",
  ],
  [
    { ...secrets, EVENTS_URL: events },
    "VAULT_URL: must also be on a libSQL server, since EVENTS_URL is",
  ],
  [
    { ...secrets, EVENTS_URL: events, VAULT_URL: events },
    "VAULT_URL: must be a different database from EVENTS_URL",
  ],
  [
    { ...secrets, EVENTS_URL: events, VAULT_URL: vault, READ_URL: "http://read:8080" },
    "READ_URL: must be a file: path, since each node has its own read tables",
  ],
  [
    { EVENTS_AUTH_TOKEN: "secret" },
    "EVENTS_AUTH_TOKEN: is for a libSQL server, but EVENTS_URL names none",
  ],
  [{ EVENTS_URL: "http://name:password@events:8080" }, /^EVENTS_URL: .*without a token$/],
  [{ KEK: key, CLAIM_KEY: key }, "CLAIM_KEY: must be a different secret from KEK"],
  [
    { PORT: "9100", METRICS_PORT: "9100" },
    "METRICS_PORT: must differ from PORT, which is 9100",
  ],
  [{ PROGRAM_NAME: "UNT\nArmy" }, "PROGRAM_NAME: Must not contain control characters"],
  [{ BRAND_COLOR: "crimson" }, "BRAND_COLOR: must be a color such as #4d1979"],
  [
    { BRAND_COLOR: "#ffee00" },
    "BRAND_COLOR: must be darker: #ffee00 is hard to see on white (contrast 1.2 to 1, at least " +
    "3 to 1 is needed)",
  ],
  // What people search for would be sent to a collector of spans.
  [{ OTEL_DENO: "true" }, /^OTEL_DENO: /],
  [{ OTEL_DENO: "false" }],
  [
    { APP_ORIGIN: "http://alumni.example.edu", CADRE_CODE: "a" },
    "APP_ORIGIN: must be https unless it is this machine",
    /^KEK_FILE: must be set on a public origin/,
    /^CLAIM_KEY_FILE: must be set on a public origin/,
  ],
  [{ ...open, CADRE_CODE: "a" }],
  [{ APP_ORIGIN: "http://127.0.0.1:9000" }],
  [{ APP_ENV: "development", APP_ORIGIN: "http://192.168.1.5:8000" }],
  [
    { ADMISSION: "closed", ADMISSION_DOMAINS: "example" },
    "ADMISSION: must be open, confirmed (the address first), approved (by staff) or invited " +
    "(no one registers)",
    'ADMISSION_DOMAINS: must be domains such as example.edu, separated by commas; "example" is none',
  ],
  [{ PASSWORD_MIN_LENGTH: "5" }, "PASSWORD_MIN_LENGTH: must be at least 6"],
])("says what is wrong with %j", (values, ...expected) => {
  const readFile = (path: string) => files[path] ?? noFiles();
  expect(problemsOf(values, readFile)).toEqual(
    expected.map((one) => typeof one === "string" ? one : expect.stringMatching(one)),
  );
});
