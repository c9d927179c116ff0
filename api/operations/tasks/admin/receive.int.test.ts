import { spawn } from "node:child_process";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../../../../events/testing/database.ts";
import type { Outcome, Receive } from "../../../mail/arriving/arriving-mail.ts";
import {
  describeIncoming,
  mailNamed,
  nameIn,
  recorder,
} from "../../../mail/arriving/ways/incoming.contract.ts";
import { appWithHook } from "../../../mail/arriving/ways/testing/hook.ts";
import {
  openPipingPostfix,
  receiveCommand,
  serve,
} from "../../../mail/arriving/ways/testing/piped-mail.ts";
import { hasPostfix } from "../../../mail/arriving/ways/testing/postfix.ts";
import { productFolder } from "../../../testing/process.ts";

/** The service, on a port. */
async function serving(receive: Receive) {
  const app = await appWithHook(receive);
  const served = serve(app);
  let isClosed = false;
  async function close() {
    if (isClosed) return;
    isClosed = true;
    await served.close();
    await app.close();
  }
  return { environment: served.environment, close };
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function pipe(
  source: Uint8Array,
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<Ended> {
  const env = { ...process.env, NO_COLOR: "1", ...environment };
  const child = spawn(Deno.execPath(), [...receiveCommand, ...args], { cwd: productFolder, env });
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (chunk) => stdout += chunk);
  child.stderr?.on("data", (chunk) => stderr += chunk);
  child.stdin?.end(source);
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stdout, stderr })));
}

describeIncoming("mail that a mail server pipes", async (receive) => {
  const service = await serving(receive);
  let isStopped = false;
  return {
    async send(source) {
      while (!isStopped) {
        const { code } = await pipe(source, service.environment);
        if (code === 0 || code === 65) return;
        await delay(20);
      }
    },
    async stop() {
      isStopped = true;
      await service.close();
    },
  };
});

describe("admin receive", { timeout: 60_000 }, () => {
  async function given(outcome: Outcome) {
    const { receive, names } = recorder(() => outcome);
    const service = await serving(receive);
    onTestFinished(() => service.close());
    const folder = await temporaryFolder();
    return { ...service, environment: { ...service.environment, DATA_DIR: folder }, names };
  }

  it("ends with 0 for a mail that was taken, and says what became of it", async () => {
    const { environment } = await given({ is: "held" });
    const { code, stdout } = await pipe(mailNamed("one"), environment);
    expect([code, stdout])
      .toEqual([0, "The answer waits for its author, who was asked by email.\n"]);
  });

  it("ends with 65 for a refused mail, or with 0 where its sender must not be told", async () => {
    const { environment } = await given({ is: "refused", reason: "closed" });
    expect(await pipe(mailNamed("one"), environment)).toEqual({
      code: 65,
      stdout: "",
      stderr: "The email was refused: closed\n",
    });
    expect((await pipe(mailNamed("one"), environment, "--no-bounce")).code).toBe(0);
  });

  it("ends with 64 when it is used in a wrong way", async () => {
    const { environment, names } = await given({ is: "posted" });
    const wrong = await pipe(mailNamed("one"), environment, "--nonsense");
    expect(wrong.code).toBe(64);
    expect(wrong.stderr).toContain('"npm run admin -- receive --help" shows how to use it');
    expect((await pipe(new Uint8Array(), environment)).code).toBe(64);
    expect(names).toEqual([]);
  });

  it("ends with 75 until everything is as it should be, so that no mail is lost", async () => {
    const { environment } = await given({ is: "posted" });
    const cases: Record<string, string>[] = [
      { PORT: "1" },
      { MAIL_HOOK_SECRET: "f".repeat(32) },
      { MAIL_REPLY_TO: "nonsense" },
    ];
    for (const changes of cases) {
      const { code, stderr } = await pipe(mailNamed("one"), { ...environment, ...changes });
      expect([changes, code]).toEqual([changes, 75]);
      expect(stderr).not.toMatch(/^ +at |a1b2c3|ffff/m);
    }
  });
});

const isPostfixThere = hasPostfix("Mail by Postfix");

describe.skipIf(!isPostfixThere)("with Postfix", { timeout: 120_000 }, () => {
  async function piping(receive: Receive) {
    const service = await serving(receive);
    const postfix = await openPipingPostfix(service.environment);
    onTestFinished(async () => {
      await postfix.close();
      await service.close();
    });
    return { ...service, ...postfix };
  }
  const soon = { timeout: 60_000, interval: 200 };

  it("takes mail to the address and its sub-addresses, which are named in it", async () => {
    const { mails, receive } = recorder();
    const postfix = await piping(receive);
    await postfix.send(mailNamed("sub"), "answers+abc@example.com");
    await postfix.send(mailNamed("plain"), "answers@example.com");
    await vi.waitFor(() => expect(mails.map(nameIn).toSorted()).toEqual(["plain", "sub"]), soon);
    const sub = mails.find((mail) => nameIn(mail) === "sub")!;
    expect(new TextDecoder().decode(sub.source)).toMatch(
      /^Delivered-To: answers\+abc@example\.com\r?$/m,
    );
    await vi.waitFor(async () => expect(await postfix.waiting()).toBe(0), soon);
  });

  it("has a mail wait while it can't be stored, and hands it over once it can", async () => {
    let isDown = true;
    const { names, receive } = recorder(() => {
      if (isDown) throw new Error("Nothing was stored");
      return { is: "posted" };
    });
    const postfix = await piping(receive);
    await postfix.send(mailNamed("later"), "answers@example.com");
    await vi.waitFor(async () => expect(await postfix.log()).toContain("status=deferred"), soon);
    expect(await postfix.waiting()).toBe(1);
    isDown = false;
    // Its queue manager has noted that, too, a moment later.
    await delay(1000);
    postfix.flush();
    await vi.waitFor(async () => expect(await postfix.waiting()).toBe(0), soon);
    expect(await postfix.log()).toContain("status=sent");
    expect(new Set(names)).toEqual(new Set(["later"]));
  });

  it("tells no sender that a mail was refused, nor that it was too large", async () => {
    const { mails, receive } = recorder(() => ({ is: "refused", reason: "too-large" }));
    const postfix = await piping(receive);
    await postfix.send(mailNamed("large", 12_000_000), "answers@example.com");
    await vi.waitFor(async () => {
      expect(mails.length).toBe(1);
      expect(await postfix.waiting()).toBe(0);
    }, soon);
    expect(await postfix.log()).toMatch(/relay=answers.*status=sent/);
    expect(await postfix.log()).not.toMatch(/status=bounced|non-delivery/);
  });
});
