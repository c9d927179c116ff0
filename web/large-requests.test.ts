import { Hono } from "hono";
import { expect, it } from "vitest";
import { createApp } from "../api/app.ts";
import { maxFilterValues } from "../api/contract/directory.ts";
import { callGroups } from "../api/openapi/document.ts";
import { someProfile, testOrigin } from "../api/testing/app.ts";
import { appForTest } from "../api/testing/app-for-test.ts";
import { processorMs } from "../events/testing/processor.ts";
import { profileFields } from "../events/members/profile-fields.ts";
import { helpTopics } from "../events/vocabulary.ts";
import type { PageEnv } from "./page-env.ts";
import { createErrorPage } from "./render.tsx";
import { createSite } from "./site.tsx";

const mostBytes = 1_000_000;
const mostMs = 100;

const calls = callGroups.flatMap(([, group]) => group).filter(({ body }) => body !== "file");
const fill = "<";
const many = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at));

/** Every field of whatever form or call there is. */
const fields = [
  ...profileFields,
  ...["username", "password", "email", "firstName", "lastName", "role", "cadreCode", "token"],
  ...["newPassword", "confirmPassword", "opened", "version", "add", "remove", "returnTo"],
];

/** Bodies in JSON of about so many bytes. */
function jsonBodies(size: number): Record<string, string> {
  const each = Math.floor(size / fields.length) - 30;
  const entries = (count: number) =>
    fields.map((name) => `"${name}":[${many(count, () => '"<"').join()}]`);
  return {
    "one text": JSON.stringify({ username: fill.repeat(size - 20) }),
    "texts": JSON.stringify(Object.fromEntries(fields.map((name) => [name, fill.repeat(each)]))),
    "lists": `{${entries(Math.floor(each / 4)).join()}}`,
    "lists of sixty": `{${entries(60).join()}}`,
    "unknown names": `{${many(Math.floor(size / 12), (at) => `"f${at}":0`).join()}}`,
    "a few hundred unknown names": `{${
      many(400, (at) => `"${at}${fill.repeat(size / 400 - 20)}":0`).join()
    }}`,
    "one name": `{"${fill.repeat(size - 20)}":0}`,
    "the same name": `{${many(Math.floor(size / 13), () => '"bio":"<"').join()}}`,
    "prototypes": `{${many(Math.floor(size / 17), () => '"__proto__":{}').join()}}`,
    "depth": `{"bio":${"[".repeat(size / 2 - 10)}${"]".repeat(size / 2 - 10)}}`,
    "depth of objects": '{"a":'.repeat(size / 6) + "1" + "}".repeat(size / 6),
    "empty lists": `{"expertise":[${many(Math.floor(size / 3) - 10, () => "[]").join()}]}`,
    "digits": `{"bio":${"9".repeat(size - 20)}}`,
    "spaces": `{}${" ".repeat(size - 20)}`,
    "escapes": `{"bio":"${"\\u200d".repeat(size / 6 - 10)}"}`,
    "no JSON": '"\\'.repeat(size / 2),
  };
}

/** Bodies as a form makes them, of about so many bytes. */
function formBodies(size: number): Record<string, string> {
  const textFields = profileFields.filter((name) =>
    !/expertise|Schools|Positions|Topics/.test(name)
  );
  const each = Math.floor(size / fields.length) - 30;
  const lists = ["expertise", "armySchools", "previousPositions"];
  const listed = (count: number) =>
    lists.flatMap((name) => many(count, () => `${name}=${fill.repeat(size / count / 3 - 20)}`));
  return {
    "one text": `bio=${fill.repeat(size - 20)}`,
    "one name in the form": `username=${fill.repeat(size - 20)}`,
    "texts": fields.map((name) => `${name}=${fill.repeat(each)}`).join("&"),
    "one field": many(Math.floor(size / 11), () => "expertise=").join("&"),
    "lists as long as they show": listed(60).join("&"),
    "all that shows": [
      ...lists.flatMap((name) => many(60, () => `${name}=${fill.repeat(300)}`)),
      ...textFields.map((name) => `${name}=${fill.repeat(5000)}`),
    ].join("&"),
    "lists that are longer": listed(61).join("&"),
    "a list and a button": [...listed(60), "add=expertise"].join("&"),
    "as many fields as there may be": many(198, (at) => `f${at}=${fill.repeat(size / 200 - 20)}`)
      .join("&"),
    "unknown fields": many(Math.floor(size / 8), (at) => `f${at}=`).join("&"),
    "one name": `${fill.repeat(size - 20)}=1`,
    "no fields": "&".repeat(size - 20),
    "no names": "=".repeat(size - 20),
    "half an encoding": "bio=" + "%".repeat(size - 20),
    "joiners": `username=a${"%E2%80%8D".repeat(size / 9 - 10)}b`,
    "a place": `returnTo=/${fill.repeat(size - 20)}`,
  };
}

function multipartBodies(size: number): Record<string, string> {
  const part = (name: string, text: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const file = '--x\r\nContent-Disposition: form-data; name="bio"; filename="a"\r\n\r\n\r\n';
  return {
    "parts": many(Math.floor(size / 60), () => part("a", "")).join("") + "--x--\r\n",
    "files": many(Math.floor(size / 80), () => file).join("") + "--x--\r\n",
    "one part": part("bio", fill.repeat(size - 100)) + "--x--\r\n",
    "a part without end": part("bio", "\r\n--".repeat(size / 4 - 40)),
    "a header": `--x\r\n${"a".repeat(size - 40)}: b\r\n\r\n--x--\r\n`,
  };
}

/** Queries of about so many bytes. */
function queries(size: number): Record<string, string> {
  const values = (name: string, count: number, length: number) =>
    many(count, (at) => `${name}=${at}${fill.repeat(length)}`).join("&");
  const groups = ["armyBranches", "industries", "locations", "helpTopics"];
  const each = Math.floor(size / groups.length / maxFilterValues) - 25;
  return {
    "a search": `search=${fill.repeat(size)}`,
    "a search that is taken": `search=${fill.repeat(200)}`,
    "a value": `industries=${fill.repeat(size)}`,
    "values": groups.map((name) => values(name, maxFilterValues, each)).join("&"),
    "short values": groups.map((name) => values(name, maxFilterValues, 30)).join("&"),
    "values without end": values("industries", Math.floor(size / 20), 3),
    "a JSON list": `industries=[${many(Math.floor(size / 4), () => '""').join()}]`,
    "a JSON list of values": `industries=[${
      many(100, (at) => `"${at}${fill.repeat(190)}"`).join()
    }]`,
    "unknown names": many(Math.floor(size / 8), (at) => `f${at}=`).join("&"),
    "no names": "&".repeat(size),
    "a token": `token=${fill.repeat(size)}`,
    "half an encoding": `search=${"%".repeat(size)}`,
  };
}

const lineFields = ["mos", "industry", "company", "jobTitle", "location", "phoneNumber"];

/** A profile with as much in it as there may be, of what takes most room in a page. */
const fullProfile = {
  ...someProfile,
  ...Object.fromEntries(
    ["mos", "industry", "company", "jobTitle", "location", "phoneNumber"].map((
      name,
    ) => [name, fill.repeat(200)]),
  ),
  bio: fill.repeat(4000),
  expertise: many(50, () => fill.repeat(200)),
  armySchools: many(50, () => fill.repeat(200)),
  previousPositions: many(50, () => fill.repeat(200)),
  helpTopics,
};

async function given() {
  const testApp = await appForTest({
    cadreCode: "a code",
    limits: { registrationsPerAddress: 1e6, verificationMails: 1e6, uploadsPerMember: 1e6 },
  });
  const { product, readiness } = testApp;
  const look = {
    config: {
      programName: "TCU",
      universityName: "Texas Christian University",
      supportEmail: "support@example.edu",
      cadreCodeRequired: true,
      passwordMinLength: 6,
      now: () => new Date(),
    },
    assets: { stylesheets: [], scripts: [], scriptsOf: () => [], file: () => undefined },
  };
  const site = createSite({ product, ...look });
  const app = createApp({
    product,
    log: () => {},
    metrics: testApp.metrics,
    ready: readiness.check,
    isStale: testApp.isStale,
    newId: () => crypto.randomUUID(),
    appEnv: "test",
    appOrigin: testOrigin,
    trustedProxies: ["192.0.2.0/24"],
    site,
    errorPage: createErrorPage(look),
  });
  const member = await testApp.member({ role: "alumni" });
  expect((await member.post("/api/profile", fullProfile)).status).toBe(201);
  return { testApp, app, site, session: `session=${member.session()}` };
}

async function ask(app: Hono<PageEnv>, method: string, path: string, init: RequestInit) {
  const headers = { Origin: testOrigin, ...init.headers };
  const request = new Request(new URL(path, testOrigin), { ...init, method, headers });
  const answer = await app.fetch(request, { remoteAddr: { hostname: "192.0.2.1" } });
  return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
}

type Asked = readonly [name: string, method: string, path: string, init: RequestInit];

/** What is larger, costs more processor in all threads, or is a fault; with how much. */
async function outOfBounds(app: Hono<PageEnv>, asked: readonly Asked[]) {
  const wrong: string[] = [];
  for (const [name, method, path, init] of asked) {
    let answer = { status: 0, bytes: 0 };
    const ms = await processorMs(async () => answer = await ask(app, method, path, init), {
      enough: mostMs,
    });
    if (ms < mostMs && answer.bytes <= mostBytes && answer.status < 500) continue;
    wrong.push(
      `${method} ${path.slice(0, 40)}, ${name}: ${answer.status}, ${answer.bytes} bytes, ${
        Math.round(ms)
      } ms`,
    );
  }
  return wrong;
}

/** The largest body that a path takes. */
const sizeAt = (path: string) =>
  /^\/(api\/profile|profile\/edit)$/.test(path) ? 512 * 1024 : 64 * 1024;

/** What would leave nobody to ask the rest: it is asked by nobody. */
const isEnd = (method: string, path: string) => /logout|delete/.test(path) || method === "DELETE";

it("every call answers what is as large as can be in little, and soon", async () => {
  const { app, session } = await given();
  const asked = calls.filter(({ method }) => method !== "get").flatMap(({ method, path }) => {
    const Cookie = isEnd(method.toUpperCase(), path) ? "session=none" : session;
    const headers = { Cookie, "Content-Type": "application/json" };
    return Object.entries(jsonBodies(sizeAt(path)))
      .map(([name, body]): Asked => [name, method.toUpperCase(), path, { headers, body }]);
  });
  expect(await outOfBounds(app, asked)).toEqual([]);
}, 300_000);

it("so does every form, with what was sent shown again", async () => {
  const { app, site, session } = await given();
  const paths = new Set(
    site.routes.filter(({ method }) => method === "POST").map(({ path }) => path),
  );
  expect(paths.size).toBeGreaterThan(12);
  const asked = [...paths].flatMap((path) => {
    const size = sizeAt(path);
    const who = isEnd("POST", path) ? ["session=none"] : [session, "session=none"];
    return who.flatMap((Cookie) => [
      ...Object.entries(formBodies(size)).map(([name, body]): Asked => [name, "POST", path, {
        headers: { Cookie, "Content-Type": "application/x-www-form-urlencoded" },
        body,
      }]),
      ...Object.entries(multipartBodies(size)).map(([name, body]): Asked => [name, "POST", path, {
        headers: { Cookie, "Content-Type": "multipart/form-data; boundary=x" },
        body,
      }]),
    ]);
  });
  expect(await outOfBounds(app, asked)).toEqual([]);
}, 300_000);

it("so does every page and every list, whatever its address and its headers are", async () => {
  const { app, site, session } = await given();
  const pages = site.routes.filter(({ method, path }) => method === "GET" && !path.includes("*"));
  const paths = new Set([
    ...pages.map(({ path }) => path.replaceAll(/:\w+/g, "x")),
    ...calls.filter(({ method }) => method === "get").map(({ path }) =>
      path.replaceAll(/\{\w+\}/g, "x")
    ),
    `/${"x".repeat(60_000)}`,
    "/x".repeat(30_000),
    `/alumni/${"%3C".repeat(20_000)}`,
  ]);
  const longHeaders = [
    "Cookie",
    "Referer",
    "Accept-Encoding",
    "If-None-Match",
    "X-Forwarded-For",
    "Accept",
    "X-Member",
  ];
  const asked = [...paths].flatMap((path) => [
    ...Object.entries(queries(60_000)).flatMap(([name, query]) =>
      [session, "session=none"].map(
        (
          Cookie,
        ): Asked => [name, "GET", `${path}?${query}`.slice(0, 65_000), { headers: { Cookie } }],
      )
    ),
    ...longHeaders.flatMap((name) =>
      ["x", ",", ";", "gzip;q=0,", "1.1.1.1, ", `${testOrigin}/alumni?`, "toast=x; ", "a=b;"].map(
        (unit): Asked => [`${name}: ${unit}`, "GET", path, {
          headers: {
            Cookie: session,
            [name]: `${name === "Cookie" ? `${session}; ` : ""}${
              unit.repeat(60_000 / unit.length)
            }`,
          },
        }],
      )
    ),
  ]);
  expect(await outOfBounds(app, asked)).toEqual([]);
}, 300_000);

it("the largest profile there may be is saved, however it is written and escaped", async () => {
  const { app, testApp } = await given();
  const text = (length: number) => "\u6f22".repeat(length);
  const entries = many(50, () => text(200));
  const kept = { bio: text(4000), previousPositions: entries, helpTopics };
  const profile = {
    ...someProfile,
    ...Object.fromEntries(lineFields.map((name) => [name, text(200)])),
    ...kept,
    expertise: entries,
    armySchools: entries,
    linkedinUrl: `https://linkedin.com/in/${"x".repeat(470)}`,
  };
  const escaped = JSON.stringify(profile).replaceAll("\u6f22", "\\u6f22");
  const form = Object.entries({ ...profile, isVisible: "true", version: "", save: "" })
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  const shared = ["location", "industry", "specialty", "helpTopics", "classYear"];
  const encoded = new URLSearchParams([...form, ...shared.map((name) => [`shared.${name}`, "on"])]);

  const one = await testApp.member({ role: "alumni" });
  const created = await one.post("/api/profile", escaped);
  expect([created.status, await created.json()]).toMatchObject([201, kept]);
  const other = await testApp.member({ role: "alumni" });
  const answer = await app.request(`${testOrigin}/profile/edit`, {
    method: "POST",
    headers: { Origin: testOrigin, Cookie: `session=${other.session()}` },
    body: encoded,
  });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/profile"]);
  expect(await (await other.get("/api/profile/me")).json()).toMatchObject(kept);
  expect(escaped.length).toBeGreaterThan(200_000);
  expect(encoded.toString().length).toBeGreaterThan(300_000);
});
