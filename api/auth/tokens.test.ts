import { describe, expect, it } from "vitest";
import { isConstraintError } from "../../events/store/database.ts";
import { temporaryDatabase } from "../../events/testing/database.ts";
import { openSchema } from "../../events/store/schema.ts";
import { newToken } from "./secret-token.ts";
import { createTokens, type TokenKind } from "./tokens.ts";

const minuteMs = 60 * 1000;

async function given() {
  const database = await temporaryDatabase();
  await openSchema(database);
  const clock = { now: new Date("2026-03-01T12:00:00.000Z") };
  const pass = (ms: number) => (clock.now = new Date(clock.now.getTime() + ms));
  const tokens = createTokens(database, () => clock.now);
  async function issued(kind: TokenKind = "reset-password", memberId = "member-1") {
    const token = newToken();
    await tokens.issue(kind, token, memberId);
    return token;
  }
  const usedUp = async (kind: TokenKind, token: string, memberId = "member-1") =>
    await database.write(tokens.using(kind, token, memberId)).then(() => true, (error) => {
      if (!isConstraintError(error)) throw error;
      return false;
    });
  return { database, pass, tokens, issued, usedUp };
}

describe("tokens", () => {
  it("works for one of many parallel uses", async () => {
    const { issued, usedUp } = await given();
    const token = await issued();
    const used = await Promise.all(
      Array.from({ length: 20 }, () => usedUp("reset-password", token)),
    );
    expect(used.filter((isGood) => isGood)).toHaveLength(1);
  });

  it.each(
    [["reset-password", "an hour", 60], ["verify-email", "a week", 7 * 24 * 60]] as const,
  )("of kind %s is valid for %s, even if the clock is set back", async (kind, _, minutes) => {
    const { pass, tokens, issued, usedUp } = await given();
    const token = await issued(kind);
    pass(minutes * minuteMs - 1);
    expect(await tokens.peek(kind, token)).toBe("member-1");
    pass(1);
    expect(await tokens.peek(kind, token)).toBeUndefined();
    pass(-24 * 60 * minuteMs);
    expect(await usedUp(kind, token)).toBe(false);
  });

  it("works for one purpose of one member only", async () => {
    const { issued, usedUp } = await given();
    const token = await issued("verify-email");
    expect(await usedUp("reset-password", token)).toBe(false);
    expect(await usedUp("verify-email", token, "member-2")).toBe(false);
    expect(await usedUp("verify-email", token)).toBe(true);
  });

  it("ends the member's other tokens of its kind, and no one else's", async () => {
    const { tokens, issued, usedUp } = await given();
    const [first, second] = [await issued(), await issued()];
    const other = await issued("reset-password", "member-2");
    expect(await usedUp("reset-password", second)).toBe(true);
    expect(await tokens.peek("reset-password", first)).toBeUndefined();
    expect(await tokens.peek("reset-password", other)).toBe("member-2");
  });

  it("works only with the text that it is bound to", async () => {
    const { database, tokens, issued } = await given();
    const [bound, free] = [newToken(), await issued("verify-email")];
    await tokens.issue("verify-email", bound, "member-1", "jane@example.com");
    expect(await tokens.isBoundTo("verify-email", bound, "jane@example.com")).toBe(true);
    expect(await tokens.isBoundTo("verify-email", bound, "other@example.com")).toBe(false);
    expect(await tokens.isBoundTo("reset-password", bound, "jane@example.com")).toBe(false);
    expect(await tokens.isBoundTo("verify-email", free, "")).toBe(false);
    expect(JSON.stringify(await database.read("SELECT * FROM tokens"))).not.toContain("jane");
  });

  it("can end older tokens of its kind and member", async () => {
    const { tokens, issued } = await given();
    const [older, reset] = [await issued("verify-email"), await issued()];
    const other = await issued("verify-email", "member-2");
    const newer = await issued("verify-email");
    await tokens.endOlder("verify-email", newer);
    expect(await tokens.peek("verify-email", older)).toBeUndefined();
    expect(await tokens.peek("verify-email", newer)).toBe("member-1");
    expect(await tokens.peek("reset-password", reset)).toBe("member-1");
    expect(await tokens.peek("verify-email", other)).toBe("member-2");
  });

  it("is stored as a hash, and deleted once it has expired", async () => {
    const { database, pass, tokens, issued } = await given();
    const token = await issued();
    const stored = await database.read("SELECT * FROM tokens");
    expect(JSON.stringify(stored)).not.toContain(token);
    pass(61 * minuteMs);
    await tokens.purge();
    expect(await database.read("SELECT * FROM tokens")).toEqual([]);
  });
});
