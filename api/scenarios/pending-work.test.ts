import { describe, expect, it } from "vitest";
import { register } from "../../events/testing/members.ts";
import { openSystem } from "../../events/testing/system.ts";
import { createCredentials } from "../auth/credentials.ts";
import { createTokens } from "../auth/tokens.ts";
import { causeOf } from "../auth/cause.ts";
import { finishPendingWork } from "../node/pending-work.ts";

const requestId = "the request";
const cause = causeOf("pat", { requestId });
const [minuteMs, hourMs] = [60_000, 3_600_000];

async function given() {
  const system = await openSystem();
  const { vault, log: eventLog, members, clock, database } = system;
  const now = () => new Date(clock.ms);
  const pendingWork = { finish: () => finishPendingWork({ vault, eventLog, members, now }) };
  const credentials = createCredentials(database, now);
  const tokens = createTokens(database, now);
  const typesOf = async (memberId: string) =>
    (await eventLog.readStream(memberId)).map(({ type }) => type);
  return { ...system, pendingWork, credentials, tokens, typesOf };
}

describe("a registration that was cut off", () => {
  it("leaves no password once no process can still be working on it", async () => {
    const { pendingWork, credentials, vault, clock } = await given();
    await credentials.add("pat", "a hash", requestId);
    await vault.keys.ensure(["pat"]);
    clock.ms += hourMs - 1;
    await pendingWork.finish();
    expect(await credentials.passwordHash("pat")).toBe("a hash");
    clock.ms += 1;
    await pendingWork.finish();
    expect(await vault.memberIds()).toEqual([]);
  });

  it("is complete once it is in the log", async () => {
    const { pendingWork, credentials, vault, members, clock } = await given();
    await credentials.add("pat", "a hash", requestId);
    await members.execute("pat", register(), cause);
    clock.ms += hourMs;
    await pendingWork.finish();
    expect(await credentials.passwordHash("pat")).toBe("a hash");
    expect(await vault.pendingWork.list()).toEqual([]);
  });
});

describe("a password that was changed", () => {
  const begun = async () => {
    const system = await given();
    const { credentials, members, tokens } = system;
    await credentials.add("pat", "a hash", "another request");
    await members.execute("pat", register(), { ...cause, correlationId: "another request" });
    await tokens.issue("reset-password", "a token", "pat");
    const proof = { kind: "reset-password", token: "a token" } as const;
    const account = { memberId: "pat", passwordHash: "a new hash" };
    expect(await credentials.setPassword({ ...account, requestId, proof })).toBe(true);
    return system;
  };

  it("is recorded when its process ended before it did", async () => {
    const { pendingWork, credentials, vault, clock, typesOf } = await begun();
    await pendingWork.finish();
    expect(await typesOf("pat")).toEqual(["MemberRegistered"]);
    clock.ms += minuteMs;
    await pendingWork.finish();
    await pendingWork.finish();
    expect(await typesOf("pat")).toEqual(["MemberRegistered", "PasswordReset"]);
    expect(await credentials.passwordHash("pat")).toBe("a new hash");
    expect((await vault.pendingWork.list()).map(({ work }) => work)).toEqual(["registration"]);
  });

  it("is not recorded for a member who was erased since, and stops no one else's", async () => {
    const { pendingWork, credentials, members, tokens, vault, clock, typesOf } = await begun();
    const other = { ...cause, actorId: "kim", correlationId: "kim's request" };
    await credentials.add("kim", "a hash", other.correlationId);
    const kim = register({ username: "kim", email: "kim@example.com" });
    await members.execute("kim", kim, other);
    await tokens.issue("reset-password", "kim's token", "kim");
    const proof = { kind: "reset-password", token: "kim's token" } as const;
    const account = { memberId: "kim", passwordHash: "new" };
    expect(await credentials.setPassword({ ...account, requestId: "kim's reset", proof })).toBe(
      true,
    );
    // Its files are still being removed: the vault is emptied last.
    await members.execute("pat", { type: "Erase" }, { ...cause, correlationId: "the erasure" });
    clock.ms += minuteMs;
    await pendingWork.finish();
    expect(await typesOf("pat")).toEqual(["MemberRegistered", "MemberErased"]);
    expect(await typesOf("kim")).toEqual(["MemberRegistered", "PasswordReset"]);
    await vault.forget("pat");
    expect((await vault.pendingWork.list()).map(({ memberId }) => memberId)).toEqual(["kim"]);
  });

  it("is recorded once when its process did", async () => {
    const { pendingWork, members, vault, clock, typesOf } = await begun();
    await members.execute("pat", { type: "RecordPasswordReset" }, cause);
    clock.ms += hourMs;
    await pendingWork.finish();
    expect(await typesOf("pat")).toEqual(["MemberRegistered", "PasswordReset"]);
    expect(await vault.pendingWork.list()).toEqual([]);
  });
});
