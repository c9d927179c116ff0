import { describe, expect, it } from "vitest";
import type { BackupAnswer } from "../../../../api/backup/make-backup.ts";
import { tablesOf } from "../../../../events/store/queries.ts";
import {
  someProfile,
  type TestApp,
  type TestAppOptions,
  testOrigin,
} from "../../../../api/testing/app.ts";
import { staffSite, textOf } from "../../../testing/staff-site.ts";
import { expectTexts } from "../../../testing/expect-answer.ts";

const path = "/program/setup";
const origin = { ip: "192.0.2.1", requestId: "test" };

async function given(options: TestAppOptions = {}) {
  const site = await staffSite(options);
  const { testApp, stan, read, send } = site;
  return {
    ...site,
    home: async (who = stan) => textOf((await read("/", who.session())).html),
    press: (does: string, who = stan) => send(path, { does }, who.session()),
    /** Titles of completed steps. */
    async done(at = "/") {
      const { html } = await read(at, stan.session());
      return [...textOf(html).matchAll(/Done: ([A-Z][a-z]+ [a-z]+(?: [a-z]+)*?) (?=[A-Z])/g)]
        .map(([, title]) => title);
    },
    keepSecret: () =>
      testApp.product.printedSecret.keep(
        stan.memberId,
        testApp.secrets.identity.slice(-8),
        { ...origin, session: { proofs: { password: Date.now() } } as never },
      ),
    change: async (command: object) => {
      await testApp.product.settings.execute(
        stan.memberId,
        { type: "ChangeSettings", ...command },
        { ...origin, session: { proofs: { password: Date.now() } } as never },
      );
      await testApp.settled();
    },
  };
}

/** Not on a disk of this machine. */
const elsewhere: TestAppOptions["backups"] = {
  environment: {
    database: { url: "file:none" },
    dataDir: "none",
    s3: undefined,
    backups: {
      place: "bucket",
      s3: {
        endpoint: "https://s3.example.edu",
        publicEndpoint: "https://s3.example.edu",
        bucket: "backups",
        region: "us-east-1",
        accessKeyId: "",
        secretAccessKey: "",
      },
    },
  },
  recipient: "",
  make: async () => ({ is: "failed", code: "away", message: "" }),
};

async function noteBackup({ database }: Pick<TestApp, "database">, madeAt: Date) {
  const made = { made_at_ms: madeAt.getTime(), bytes: 1000 };
  await tablesOf(database).updateTable("backup_outcomes").set(made).execute();
}

const names = { brand: { programName: "Lakeside", universityName: "Lakeside College" } };

describe("the set-up list", () => {
  it("ticks only what is true", async () => {
    const { home, done, change, stan, testApp } = await given({
      backups: elsewhere,
    });
    await noteBackup(testApp, new Date());
    await testApp.outboxSender.sendDue();
    expect(await home()).toContain("Set up your directory: 2 of 10 done");
    expect(await done()).toEqual(["Make sure mail works", "Make sure backups are made"]);
    await change({ brand: { programName: "Lakeside" } });
    expect(await done()).not.toContain("Name your program and university");
    await change({ brand: { universityName: "Lakeside College" } });
    await change({ supportEmail: "rotc@example.edu" });
    await change({ brand: { brandColor: "#123456" } });
    await change({ admission: "confirmed" });
    await stan.post("/api/profile", someProfile);
    expect(await done()).toEqual([
      "Name your program and university",
      "Choose your color",
      "Set your support address",
      "Decide who gets in",
      "Make sure mail works",
      "Create your own profile",
      "Make sure backups are made",
    ]);
    expect(await home()).toContain("every page and email says Lakeside and Lakeside College.");
  });

  it("counts invitations, including answered ones", async () => {
    const { home, stan, testApp } = await given();
    for (let at = 1; at <= 10; at++) {
      const invited = { firstName: "Pat", lastName: "Reed", email: `pat${at}@example.com` };
      await testApp.product.inviting.invite(stan.memberId, invited);
      await testApp.settled();
      if (at === 9) {
        expect(await home()).toContain("You've invited 9 of 10.".replace("'", "&#x27;"));
      }
    }
    expect(await home()).toContain("You&#x27;ve invited 10 people.");
  });

  it("confirms the color and admission with one press, shown in the history; doesn't tick a backup three days old", async () => {
    const threeDays = 3 * 24 * 60 * 60 * 1000;
    const { done, press, stan, read, testApp } = await given({
      backups: elsewhere,
    });
    await noteBackup(testApp, new Date(Date.now() - threeDays));
    await testApp.settled();
    for (const does of ["keep-color", "keep-color", "keep-admission"]) {
      expect((await press(does)).status).toBe(303);
    }
    expect(await done()).toEqual([
      "Choose your color",
      "Decide who gets in",
      "Make sure mail works",
    ]);
    const history = textOf((await read("/program/history", stan.session())).html);
    expect(history.match(/kept the default color/g)).toHaveLength(1);
    expect(history).toContain("kept who gets in as it is");
  });

  it("can be hidden for all staff once needed steps are done, and returns when one is undone", async () => {
    const { home, press, change, keepSecret, stan, testApp, read } = await given();
    await testApp.outboxSender.sendDue();
    expect(await home()).not.toContain("Hide this list");
    await change(names);
    await change({ supportEmail: "rotc@example.edu" });
    expect(await home()).not.toContain("Hide this list");
    await press("keep-admission");
    expect(await home()).not.toContain("Hide this list");
    await keepSecret();
    expect(await home()).toContain("Hide this list");
    expect((await press("hide")).status).toBe(303);
    const other = await testApp.member({
      role: "cadre",
      cadreCode: "code",
      username: "olga",
      email: "olga@example.com",
    });
    for (const who of [stan, other]) {
      const text = await home(who);
      expectTexts(text, ["Nothing is waiting.", "See the set-up list"], ["Set up your directory"]);
    }
    expect((await read(path, stan.session())).html).toContain("Show this list on Home");
    await change({ supportEmail: null });
    expect(await home()).toContain("Set up your directory");
    await change({ supportEmail: "rotc@example.edu" });
    expect(await home()).not.toContain("Set up your directory");
    await press("show");
    expect(await home()).toContain("Set up your directory");
  });

  it("warns about the default name, except on a loopback address", async () => {
    const warning = "Everyone sees the default name, TCU, until you name your program.";
    const { home } = await given();
    expect(await home()).not.toContain(warning);
    const online = await given({ appOrigin: "https://alumni.example.edu" });
    expect(await online.home()).toContain(warning);
    await online.change(names);
    expect(await online.home()).not.toContain(warning);
  });

  it("isn't available to people who aren't staff, by page or form", async () => {
    const { person, press, home } = await given();
    const kim = await person("Kim", "alumni");
    expect((await press("nothing")).status).toBe(400);
    expect(await home(kim)).not.toContain("Set up your directory");
  });
});

it("the page looks again while a backup is made, wherever on it someone is", async () => {
  const { promise: answer, resolve } = Promise.withResolvers<BackupAnswer>();
  const { testApp, app, stan, press } = await given({
    backups: { ...elsewhere, make: () => answer },
  });
  expect((await press("back-up")).headers.get("Location")).toBe(`${path}#backup`);
  const headers = { Cookie: `session=${stan.session()}` };
  const looks = async (at: string) =>
    (await app.request(`${testOrigin}${at}`, { headers })).headers.get("Refresh");
  // Another address each time: browsers only scroll to a part of the page that they show.
  expect(await looks(path)).toBe(`2; url=${path}?looks=1#backup`);
  expect(await looks(`${path}?looks=1`)).toBe(`2; url=${path}?looks=2#backup`);
  resolve({ is: "failed", code: "away", message: "" });
  await testApp.settled();
  expect(await looks(`${path}?looks=2`)).toBeNull();
});
