import { readdir } from "node:fs/promises";
import { expect, it, onTestFinished } from "vitest";
import { databaseIn, temporaryFolder } from "../../events/testing/database.ts";
import { addPicture, password, send, sessionIn, type SignedUp, signUp } from "../testing/calls.ts";
import { connectedApp, dayMs } from "../testing/connected.ts";
import { linkIn, startMailServer } from "../testing/mail-server.ts";
import { aPhoto } from "../testing/pictures.ts";
import { highLimits } from "../testing/process.ts";
import { productForTest, variablesOf } from "../testing/product-for-test.ts";
import { aProgram, backupsOf, logIn } from "../testing/program.ts";
import { signUpStaff } from "../testing/staff.ts";
import { TestMail } from "../testing/test-mail.ts";

it(
  "a restored backup contains everything acknowledged before it, despite concurrent writes",
  async () => {
    const program = await aProgram();
    const product = await program.start({}, highLimits);
    const first = await signUp(product, "first");
    const staff = await signUpStaff(product);
    await staff.post("/program/settings", { does: "support", supportEmail: "rotc@example.edu" });
    const picture = await addPicture(product, first, new Uint8Array(await aPhoto()));
    const answered: SignedUp[] = [first];
    const { cookie: own } = first;
    const fields = { classYear: "2014", rank: "CPT", armyBranch: "Infantry", mos: "11A" };
    const profile = { ...fields, primaryEmail: "first@example.com", bio: "0" };
    await send(product, "POST", "/api/profile", { cookie: own, body: profile });
    let bio = 0;
    let isWriting = true;
    // These hash no password, so some always run during a backup.
    const writing = (async () => {
      while (isWriting) {
        const body = { bio: String(bio + 1) };
        const { status } = await send(product, "PATCH", "/api/profile", { cookie: own, body });
        expect(status).toBe(200);
        bio += 1;
      }
    })();
    const kim = await signUp(product, "kim");
    answered.push(await signUp(product, "person"));
    const wantedBio = bio;
    const { code, stderr } = await program.backUp();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    await expect.poll(() => bio).toBeGreaterThan(wantedBio);
    isWriting = false;
    await writing;
    const { cookie } = kim;
    expect((await send(product, "DELETE", "/api/account", { cookie })).status).toBe(204);
    await signUp(product, "later");
    await product.stop("SIGKILL");
    await program.loseData();
    expect((await readdir(program.out)).sort())
      .toEqual([expect.stringMatching(/^alumni-[\dT-]{19}Z\.age$/), "erasures"]);

    await program.restore();
    const again = await program.start();
    for (const person of answered) expect(await logIn(again, person)).toBe(200);
    // Sessions in the backup may have ended since.
    expect((await send(again, "GET", "/api/user", { cookie: own })).status).toBe(401);
    const login = await send(again, "POST", "/api/login", {
      body: { username: "first", password },
    });
    const session = { cookie: sessionIn(login) };
    expect((await send(again, "GET", picture, session)).status).toBe(200);
    const mine = await (await send(again, "GET", "/api/profile/me", session)).json();
    expect(Number(mine.bio)).toBeGreaterThanOrEqual(wantedBio);
    expect(await (await send(again, "GET", "/")).text()).toContain("rotc@example.edu");
    // Accounts deleted since the backup are erased again, and their names are free.
    expect(await logIn(again, kim)).toBe(401);
    await signUp(again, "kim");
    await again.stop();
    expect((await program.run(["verify"])).code).toBe(0);
  },
);

it(
  "a restored service sends queued mails once, and invitations keep their links",
  async () => {
    const mail = new TestMail();
    const { app, person, ask } = await connectedApp({
      now: () => new Date(Date.now() - dayMs),
      cadreCode: "code",
      mail,
    });
    const [casey, morgan] = [await person("Casey"), await person("Morgan", "alumni")];
    const stan = await app.member({ username: "stan", role: "cadre", cadreCode: "code" });
    const invite = async (firstName: string) => {
      const email = `${firstName.toLowerCase()}@example.com`;
      await app.product.inviting.invite(stan.memberId, { email, firstName, lastName: "Doe" });
    };
    const id = await ask(casey, morgan);
    await invite("Kim");
    await app.sendMail();
    expect(mail.sent.map(({ to }) => to)).toEqual(
      expect.arrayContaining([morgan.email, "kim@example.com"]),
    );
    mail.failure = new Error("The mail server is away");
    await invite("Lee");
    await app.settled();
    const { backUp, restore } = backupsOf({ from: app.folder, SECRET: app.secrets.identity });
    expect((await backUp()).code).toBe(0);
    const restored = await temporaryFolder();
    await restore(restored);

    const server = await startMailServer();
    onTestFinished(() => server.close());
    const product = await productForTest({
      ...variablesOf(restored, app.secrets),
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: "alumni@example.edu",
    });
    const to = () => server.received.flatMap((mail) => mail.to);
    await expect.poll(to).toEqual(["lee@example.com"]);
    const linked = async (text: string | undefined) => {
      const link = linkIn(text).replace(/^https?:\/\/[^/]+/, product.origin);
      return await (await fetch(link)).text();
    };
    expect(await linked(mail.sent.find((one) => one.to === "kim@example.com")?.text)).toContain(
      "Kim",
    );
    expect(await linked(server.received[0]?.parsed.text)).toContain("Lee");
    const read = await databaseIn(restored, "alumni.db");
    expect(await read.read("SELECT connection_id, state FROM connections"))
      .toMatchObject([{ connection_id: id, state: "requested" }]);
    read.close();
    await product.stop();
    expect(to()).toEqual(["lee@example.com"]);
  },
);
