import { describe, expect, it } from "vitest";
import { dayMs } from "../day.ts";
import { at, given } from "../testing/given.ts";
import { registered } from "../testing/members.ts";
import { claimChange } from "./claims.ts";
import type { MemberEvent } from "./events.ts";
import { evolve, recordIn, unknownMember } from "./evolve.ts";
import { confirmedAddresses, needsLastingAddress } from "./addresses.ts";

const verified: MemberEvent = { type: "EmailVerified", facts: {}, personal: null };
const asked = (as: "main" | "second", email: string): MemberEvent => (
  { type: "AddressAsked", facts: { as }, personal: { email } }
);
const confirmed = (as: "main" | "second", email: string): MemberEvent[] => [
  asked(as, email),
  { type: "AddressConfirmed", facts: { as }, personal: { email } },
];
const swapped: MemberEvent = { type: "AddressesSwapped", facts: {}, personal: null };
const undone = (email: string, second: string | null): MemberEvent => (
  { type: "AddressChangeUndone", facts: {}, personal: { email, second } }
);
const days = (count: number) => new Date(at.getTime() + count * dayMs);

/** A member whose address is confirmed, after these events. */
const member = (...events: readonly MemberEvent[]) => given(registered(), verified, ...events);

function recordAfter(...events: readonly MemberEvent[]) {
  const after = [registered(), verified, ...events].reduce(
    (before, event) => evolve(before, { memberId: "member-1", atMs: at.getTime(), event }),
    unknownMember,
  );
  const record = recordIn(after);
  if (record === undefined) throw new Error("The member is missing");
  return record;
}

describe("a change of the main address", () => {
  const change = { type: "ChangeAccountDetails", email: "new@example.com" } as const;

  it("waits for the new mailbox's confirmation while the old address works", () => {
    member().when({ ...change, firstName: "Patricia" }).thenEvents({
      type: "AccountDetailsChanged",
      facts: { changed: ["firstName"] },
      personal: { firstName: "Patricia" },
    }, asked("main", "new@example.com"));
    expect(recordAfter(asked("main", "new@example.com")))
      .toMatchObject({ email: "pat@example.com", emailVerified: true });
  });

  it("applies immediately while no address is confirmed", () => {
    given(registered()).when(change).thenEvents({
      type: "AccountDetailsChanged",
      facts: { changed: ["email"] },
      personal: { email: "new@example.com" },
    });
  });

  it("applies once the mailbox of the latest requested address confirms it", () => {
    member(asked("main", "typo@example.com"), asked("main", "new@example.com"))
      .when({ type: "ConfirmAddress", email: "typo@example.com" })
      .thenRefused("member/email-changed");
    member(asked("main", "new@example.com"))
      .when({ type: "ConfirmAddress", email: "new@example.com" })
      .thenEvents({
        type: "AddressConfirmed",
        facts: { as: "main" },
        personal: { email: "new@example.com" },
      });
  });

  it("can be requested again for another code", () => {
    member(asked("main", "new@example.com")).when(change)
      .thenEvents(asked("main", "new@example.com"));
  });

  it("is refused for an address that they already have", () => {
    member().when({ type: "AskAddress", as: "second", email: "PAT@example.com" })
      .thenRefused("member/address-yours");
    member(...confirmed("second", "new@example.com")).when(change)
      .thenRefused("member/address-yours", {
        email: "This is your second address. Make it your main one instead",
      });
  });

  it("can be dropped", () => {
    member(asked("main", "new@example.com")).when({ type: "DropAskedAddress" })
      .thenTypes("AskedAddressDropped");
    member().when({ type: "DropAskedAddress" }).thenNothing();
  });
});

describe("a second address", () => {
  it("needs a confirmed main address first", () => {
    given(registered()).when({ type: "AskAddress", as: "second", email: "two@example.com" })
      .thenRefused("member/address-unconfirmed");
  });

  it("counts only once it is confirmed", () => {
    expect(confirmedAddresses(recordAfter(asked("second", "two@example.com"))))
      .toEqual(["pat@example.com"]);
    expect(confirmedAddresses(recordAfter(...confirmed("second", "Two@example.com"))))
      .toEqual(["pat@example.com", "two@example.com"]);
  });

  it("swaps with the main one", () => {
    const after = recordAfter(...confirmed("second", "two@example.com"), swapped);
    expect(after).toMatchObject({
      email: "two@example.com",
      emailVerified: true,
      addresses: { second: "pat@example.com" },
    });
    member(...confirmed("second", "two@example.com"))
      .when({ type: "SwapAddresses", ifMain: "other@example.com" }).thenNothing();
    member().when({ type: "SwapAddresses" }).thenNothing();
    member().when({ type: "RemoveSecondAddress" }).thenNothing();
  });
});

describe("undoing a change", () => {
  const undo = { type: "UndoAddressChange", email: "pat@example.com" } as const;

  it("is possible for seven days", () => {
    const changed = member(...confirmed("main", "new@example.com"));
    changed.when(undo, days(6.9)).thenEvents(undone("pat@example.com", null));
    changed.when(undo, days(7)).thenRefused("member/email-changed");
    changed.when({ type: "EndFormerAddresses" }, days(6.9)).thenNothing();
    changed.when({ type: "EndFormerAddresses" }, days(7)).thenTypes("FormerAddressesEnded");
  });

  it("restores the addresses from before a stranger's first of several changes", () => {
    member(
      ...confirmed("second", "stranger@example.com"),
      swapped,
      ...confirmed("main", "another@example.com"),
    ).when(undo).thenEvents(undone("pat@example.com", null));
  });

  it("restores a removed second address", () => {
    member(
      ...confirmed("second", "two@example.com"),
      ...confirmed("main", "stranger@example.com"),
      { type: "SecondAddressRemoved", facts: {}, personal: null },
    ).when({ type: "UndoAddressChange", email: "stranger@example.com" })
      .thenEvents(undone("stranger@example.com", "two@example.com"));
  });

  it("can't be undone by the address that it removed", () => {
    member(...confirmed("main", "stranger@example.com"), undone("pat@example.com", null))
      .when({ type: "UndoAddressChange", email: "stranger@example.com" })
      .thenRefused("member/email-changed");
  });

  it("is refused to an address that was never confirmed", () => {
    given(registered(), {
      type: "AccountDetailsChanged",
      facts: { changed: ["email"] },
      personal: { email: "new@example.com" },
    }, verified).when(undo).thenRefused("member/email-changed");
  });
});

describe("names that no other account can have", () => {
  const key = new Uint8Array(32);
  const claimed = (...events: readonly MemberEvent[]) =>
    claimChange(key, undefined, recordAfter(...events)).claim?.length;

  it("include the second address and restorable ones, but no unconfirmed one", () => {
    // Username and main address.
    expect(claimed()).toBe(2);
    expect(claimed(asked("main", "new@example.com"))).toBe(2);
    expect(claimed(...confirmed("second", "two@example.com"))).toBe(3);
    expect(claimed(...confirmed("main", "new@example.com"))).toBe(3);
    expect(claimed(...confirmed("second", "two@example.com"), swapped)).toBe(3);
  });

  it("are released together once nothing can be undone", () => {
    const before = recordAfter(...confirmed("main", "new@example.com"));
    const after = { ...before, addresses: { ...before.addresses, former: [] } };
    const { claim, release } = claimChange(key, before, after);
    expect(claim).toEqual([]);
    expect(release).toHaveLength(1);
  });
});

describe("a cadet with one address", () => {
  const asks = (classYear: string | null, on: string, changes: object = {}) =>
    needsLastingAddress(
      { ...recordAfter(), role: "cadet", classYear, ...changes },
      new Date(`${on}T12:00:00Z`),
    );

  it("needs a lasting one from the first day of the cycle in which their class graduates", () => {
    expect(asks("2027", "2026-09-30")).toBe(false);
    expect(asks("2027", "2026-10-01")).toBe(true);
    expect(asks("2027", "2028-01-01")).toBe(true);
    expect(asks("2028", "2026-10-01")).toBe(false);
  });

  it("doesn't need one without a class, with a second address, or in another role", () => {
    const { addresses } = recordAfter(asked("second", "two@example.com"));
    expect(asks(null, "2026-10-01")).toBe(false);
    expect(asks("2027", "2026-10-01", { addresses })).toBe(false);
    expect(asks("2027", "2026-10-01", { role: "alumni" })).toBe(false);
    expect(asks("2027", "2026-10-01", { emailVerified: false })).toBe(false);
  });
});
