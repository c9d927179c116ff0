import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { cause } from "../../../events/testing/system.ts";
import { memberWith } from "../../../events/testing/members.ts";
import {
  accept,
  connectedPair,
  dayMs,
  decline,
  end,
  type Person,
  tokenIn,
  write,
} from "../../testing/connected.ts";
import { createConversationLinks } from "./links.ts";

async function given() {
  const connected = await connectedPair();
  const id = await connected.ask(connected.casey, connected.morgan);
  const token = tokenIn((await connected.mailed())[0] ?? { text: "" });
  const { mailedLinks } = connected.app.product;
  const opened = async (one: string) => {
    const link = await mailedLinks.open(one);
    return link && { memberId: link.member.memberId, connectionId: link.connectionId };
  };
  return { ...connected, id, token, opened };
}

async function changeAddress(
  { app: { members } }: Awaited<ReturnType<typeof given>>,
  { memberId }: Person,
  email: string,
) {
  await members.execute(memberId, { type: "AskAddress", as: "main", email }, cause);
  await members.execute(memberId, { type: "ConfirmAddress", email }, cause);
}

describe("a mailed link", () => {
  it("opens one conversation for its reader, as often as they like", async () => {
    const { morgan, id, token, opened } = await given();
    for (let times = 0; times < 2; times++) {
      expect(await opened(token)).toEqual({ memberId: morgan.memberId, connectionId: id });
    }
  });

  it("shows neither its reader nor its conversation, and differs for each mail", async () => {
    const now = () => new Date("2026-11-02T12:00:00.000Z");
    const links = createConversationLinks({ secret: new Uint8Array(32).fill(1), now });
    const member = memberWith({ email: "pat@example.com" });
    const connectionId = "0190a0b0-0000-7000-8000-000000000000";
    const ofMailAt = (ms: number) => links.issue(member, connectionId, now().getTime() + ms);
    const one = await ofMailAt(0);
    expect(await ofMailAt(0)).toBe(one);
    expect((await ofMailAt(1)).slice(0, 16)).not.toBe(one.slice(0, 16));
    const bytes = Buffer.from(one, "base64url").toString("latin1");
    for (const text of [member.memberId, connectionId, member.email]) {
      expect(bytes).not.toContain(text);
    }
    const elsewhere = createConversationLinks({ secret: new Uint8Array(32).fill(2), now });
    expect(elsewhere.open(one)).toBeUndefined();
    expect(links.open(one)).toMatchObject({ memberId: member.memberId, connectionId });
  });

  it("opens nothing when a bit of it is changed, or a part of it is missing", async () => {
    const { token, opened } = await given();
    const bytes = Buffer.from(token, "base64url");
    for (let at = 0; at < bytes.length; at++) {
      const forged = Buffer.from(bytes);
      forged[at] = (forged[at] ?? 0) ^ 1;
      expect(await opened(forged.toString("base64url"))).toBeUndefined();
    }
    for (let length = 0; length < bytes.length; length++) {
      expect(await opened(bytes.subarray(0, length).toString("base64url"))).toBeUndefined();
    }
    for (
      const odd of ["", "x", "resume", "\u0000", "é", "..", `${token}${token}`, "A".repeat(1e5)]
    ) {
      expect(await opened(odd)).toBeUndefined();
    }
  });

  it("expires after thirty days, to the millisecond", async () => {
    const { token, opened, clock } = await given();
    clock.ms += 13 * dayMs;
    expect(await opened(token)).toBeDefined();
    clock.ms += 17 * dayMs - 1;
    expect(await opened(token)).toBeDefined();
    clock.ms += 1;
    expect(await opened(token)).toBeUndefined();
  });

  it("ends when its reader's address changes, and not when the other person's does", async () => {
    const there = await given();
    const { casey, morgan, token, opened } = there;
    await changeAddress(there, casey, "new-casey@example.com");
    expect(await opened(token)).toBeDefined();
    await changeAddress(there, morgan, "new-morgan@example.com");
    expect(await opened(token)).toBeUndefined();
  });

  it.each(["casey", "morgan"] as const)("is over once %s is erased", async (name) => {
    const there = await given();
    expect((await there[name].delete("/api/account")).status).toBe(204);
    expect(await there.opened(there.token)).toBeUndefined();
  });

  it.each(
    [
      ["declined", ({ act, morgan, id }) => act(morgan, id, decline)],
      ["withdrawn", ({ act, casey, id }) => act(casey, id, { type: "Withdraw" })],
      ["ended", async ({ act, morgan, casey, id }) => {
        await act(morgan, id, accept);
        await act(casey, id, end);
      }],
      ["of an asker whom its reader blocked", ({ block, morgan, casey }) => block(morgan, casey)],
    ] as readonly [string, (there: Awaited<ReturnType<typeof given>>) => Promise<unknown>][],
  )("is over once its request is %s", async (_, over) => {
    const there = await given();
    await over(there);
    expect(await there.opened(there.token)).toBeUndefined();
  });

  it("of the asker stays as it is after a block: nothing shows it", async () => {
    const { act, block, mailed, casey, morgan, id, opened } = await given();
    await act(morgan, id, write("Which branch?"));
    const token = tokenIn((await mailed())[0] ?? { text: "" });
    expect(await opened(token)).toEqual({ memberId: casey.memberId, connectionId: id });
    await block(morgan, casey);
    expect(await opened(token)).toEqual({ memberId: casey.memberId, connectionId: id });
  });
});
