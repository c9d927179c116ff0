import { cp } from "node:fs/promises";
import { expect, it, onTestFinished } from "vitest";
import { connectedApp, dayMs } from "../../../../testing/connected.ts";
import { TestMail } from "../../../../testing/test-mail.ts";
import { linkIn, startMailServer } from "../../../../testing/mail-server.ts";
import { aProgram } from "../../../../testing/program.ts";

it(
  "has mentors reminded of open requests, and mails the invitations that waited, when told to",
  async () => {
    const program = await aProgram();
    const { app, person, ask, act } = await connectedApp({
      now: () => new Date(Date.now() - dayMs),
      cadreCode: "code",
      mail: new TestMail(new Error("The mail server is away")),
    });
    const [casey, robin] = [await person("Casey"), await person("Robin")];
    const [morgan, avery] = [await person("Morgan", "alumni"), await person("Avery", "alumni")];
    await ask(casey, morgan);
    const answered = await ask(robin, avery);
    await act(avery, answered, { type: "Accept", note: "Yes, gladly", way: "site" });
    const stan = await app.member({ username: "stan", role: "cadre", cadreCode: "code" });
    const kim = { email: "kim@example.com", firstName: "Kim", lastName: "Lee" };
    await app.product.inviting.invite(stan.memberId, kim);
    await app.settled();
    await cp(app.folder, program.environment.DATA_DIR, { recursive: true });
    const secrets = {
      KEK: Buffer.from(app.secrets.kek).toString("base64"),
      CLAIM_KEY: Buffer.from(app.secrets.claimKey).toString("base64"),
    };
    const run = (...args: string[]) => program.run(args, secrets);
    const { out, vaultOut } = program;
    expect((await run("backup", "--out", out, "--vault-out", vaultOut)).code).toBe(0);

    const restoring = ["restore", "--from", out, "--vault-from", vaultOut];
    await program.loseData();
    const unasked = await run(...restoring);
    expect(unasked).toMatchObject({ code: 0 });
    expect(unasked.stdout).toContain("Reminders of unanswered requests that are sent: 1");
    expect(unasked.stdout).toContain("Invitations that were waiting, and aren't mailed: 1");
    await program.loseData();
    expect((await run(...restoring, "--yes")).stdout).toContain("Mailed a new link to 1 people");

    const server = await startMailServer();
    onTestFinished(() => server.close());
    const product = await program.start({
      ...secrets,
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: "alumni@example.edu",
    });
    const to = () => server.received.flatMap((mail) => mail.to).toSorted();
    await expect.poll(to, { timeout: 20_000 }).toEqual(
      [morgan.email, "kim@example.com"].toSorted(),
    );
    const [reminder, invitation] = ["address-of-morgan@", "kim@"].map((address) =>
      server.received.find((mail) => mail.to[0]?.startsWith(address))?.parsed
    );
    expect(reminder?.text).toContain("May I ask about flight school?");
    const link = await fetch(linkIn(invitation?.text).replace(/^https?:\/\/[^/]+/, product.origin));
    expect(await link.text()).toContain("Kim");
    await product.stop();
    expect((await run("verify")).code).toBe(0);
  },
  180_000,
);
