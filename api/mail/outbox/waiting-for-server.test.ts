import { readdir } from "node:fs/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import type { System } from "../../../events/testing/system.ts";
import { type MailServerOptions, startMailServer } from "../../testing/mail-server.ts";
import { given, hourMs, pat, reset, secondMs, sending, verify } from "../../testing/outbox.ts";
import { createFolderMail } from "../drivers/folder.ts";
import { sender } from "../drivers/mail.contract.ts";
import { createMailState } from "../setup/mail-state.ts";
import { draft } from "../templates/messages.ts";
import { Outcomes } from "../outcomes.ts";
import { createSmtpMail } from "../drivers/smtp.ts";

const dayMs = 24 * hourMs;
const inviting = (to: string) => draft("invitation", { to, firstName: "Pat", token: "abc" });

async function folder() {
  const path = await temporaryFolder();
  const files = async () => (await readdir(path)).length;
  return { mail: createFolderMail({ folder: path, sender }), files };
}

async function server(options: MailServerOptions = {}) {
  const started = await startMailServer(options);
  onTestFinished(() => started.close());
  const address = { host: "127.0.0.1", port: started.port, tls: "never" } as const;
  const to = () => started.received.flatMap((each) => each.to);
  return { ...started, mail: createSmtpMail({ server: address, sender }), to };
}

function stateOf({ database, clock }: System, mail: { readonly isFolder?: true }) {
  const now = () => new Date(clock.ms);
  const outcomes = new Outcomes(database, now, "mail");
  return createMailState({ database, currentMail: async () => mail, outcomes, now });
}

/** Sends due mails each second. */
async function sendFor(seconds: number, { clock }: System, sendDue: () => Promise<void>) {
  for (let second = 0; second < seconds; second++) {
    await sendDue();
    clock.ms += secondMs;
  }
}

describe("mail before there is a mail server", () => {
  it("is stored in a folder without a server, and sent once to each reader when there is one", async () => {
    const system = await given();
    const { mail, files } = await folder();
    const before = sending(system, mail);
    for (const name of ["ada", "bob", "cy"]) {
      await system.mailQueue.add(pat, inviting(`${name}@example.com`));
    }
    await sendFor(3, system, before.sendDue);
    expect(await files()).toBe(3);
    expect(await stateOf(system, mail)()).toMatchObject({
      is: "not-set-up",
      waiting: 3,
      invitations: 3,
    });

    system.clock.ms += 3 * dayMs;
    const smtp = await server();
    const nodes = [sending(system, smtp.mail), sending(system, smtp.mail)];
    await sendFor(5, system, async () => {
      await Promise.all(nodes.map(({ sendDue }) => sendDue()));
    });
    expect(smtp.to().toSorted()).toEqual(["ada@example.com", "bob@example.com", "cy@example.com"]);
    expect(await stateOf(system, smtp.mail)()).toMatchObject({ is: "works", waiting: 0 });
    await sendFor(2, system, sending(system, smtp.mail).sendDue);
    expect(smtp.received).toHaveLength(3);
  });

  it("is sent at one mail a second for each kind", async () => {
    const system = await given();
    const { mail } = await folder();
    for (let number = 0; number < 4; number++) {
      await system.mailQueue.add(pat, inviting(`pat-${number}@example.com`));
    }
    await sendFor(1, system, sending(system, mail).sendDue);
    const smtp = await server();
    const { sendDue } = sending(system, smtp.mail);
    await sendDue();
    expect(smtp.received).toHaveLength(1);
    system.clock.ms += secondMs;
    await sendDue();
    expect(smtp.received).toHaveLength(2);
  });

  it("is deleted when it is too old to be useful", async () => {
    const system = await given();
    const { mail } = await folder();
    const { sendDue, logged } = sending(system, mail);
    await system.mailQueue.add(pat, reset);
    await sendDue();
    system.clock.ms += 2 * hourMs;
    await sendDue();
    expect(await stateOf(system, mail)()).toMatchObject({ waiting: 0 });
    expect(logged).toEqual([]);
    const smtp = await server();
    await sendFor(2, system, sending(system, smtp.mail).sendDue);
    expect(smtp.received).toEqual([]);
  });
});

describe("the state of mail", () => {
  it("says that a server fails, in plain words, until it takes mail again", async () => {
    const system = await given();
    const smtp = await server({ password: "another" });
    const state = stateOf(system, smtp.mail);
    expect(await state()).toMatchObject({ is: "untried", waiting: 0, lastSentAt: undefined });
    await smtp.close();
    await system.mailQueue.add(pat, verify);
    const queuedAt = new Date(system.clock.ms);
    await sending(system, smtp.mail).sendDue();
    expect(await state()).toEqual({
      is: "failing",
      waiting: 1,
      invitations: 0,
      oldestWaitingAt: queuedAt,
      lastSentAt: undefined,
      why: "The mail server can't be reached.",
    });
    const other = await server();
    system.clock.ms += hourMs;
    await sending(system, other.mail).sendDue();
    expect(await state()).toMatchObject({ is: "works", waiting: 0, why: undefined });
  });

  it("says that nothing was sent for an hour, though mails wait", async () => {
    const system = await given();
    const smtp = await server({
      refuses: { "pat@example.com": { code: 452, text: "4.2.2 Mailbox full" } },
    });
    const { sendDue } = sending(system, smtp.mail);
    const state = stateOf(system, smtp.mail);
    await system.mailQueue.add(pat, verify);
    await sendDue();
    system.clock.ms += hourMs;
    expect(await state()).toMatchObject({ is: "untried" });
    system.clock.ms += 1;
    expect(await state()).toMatchObject({ is: "stuck", waiting: 1 });
    await system.mailQueue.add(pat, inviting("kim@example.com"));
    await sendDue();
    expect(await state()).toMatchObject({ is: "works", waiting: 1 });
  });
});
