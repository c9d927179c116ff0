import { describe, expect, it } from "vitest";
import type { MemberEvent } from "../members/events.ts";
import { evolve, type Member, unknownMember } from "../members/evolve.ts";
import { publicProfile, publicUser } from "../members/privacy.ts";
import type { MemberRecord } from "../members/record.ts";
import { at, given } from "../testing/given.ts";
import { published, registered } from "../testing/members.ts";
import { type OfferCommand, openOffer } from "./offer.ts";

const cell = { name: "classYear", text: "TBD", takenAs: null };
const offer = (more: Partial<Extract<OfferCommand, { type: "OfferDetails" }>> = {}) =>
  ({
    type: "OfferDetails",
    fields: { company: "Raytheon", rank: "CPT", armySchools: ["Airborne", "Ranger"] },
    cells: [],
    addresses: ["pat@example.com"],
    ...more,
  }) as const;
const offered = (
  fields: Record<string, string | string[]>,
  cells: { name: string; text: string; takenAs: string | null }[] = [],
): MemberEvent => ({ type: "DetailsOffered", facts: {}, personal: { fields, cells } });
const dismissed = (...names: string[]): MemberEvent => ({
  type: "OfferDismissed",
  facts: {},
  personal: { names },
});

function recordAfter(...events: readonly MemberEvent[]): MemberRecord {
  const member = events.reduce(
    (before: Member, event) => evolve(before, { memberId: "pat", atMs: at.getTime(), event }),
    unknownMember,
  );
  if (member.status !== "present") throw new Error("The member is missing");
  return member.record;
}

describe("OfferDetails", () => {
  it("seals the details that the profile lacks, and stores none in clear", () => {
    given(...published({ armySchools: ["ranger"], company: "Acme" })).when(offer())
      .thenEvents(offered({ company: "Raytheon", armySchools: ["Airborne"] }));
    given(registered()).when(offer({ cells: [cell] })).thenEvents(
      offered({ rank: "CPT", company: "Raytheon", armySchools: ["Airborne", "Ranger"] }, [cell]),
    );
  });

  it("does nothing without new details, even when the same list comes again", () => {
    const fields = { rank: "cpt", company: " Acme " };
    given(...published({ company: "Acme" })).when(offer({ fields })).thenNothing();
    given(registered(), offered({ company: "Raytheon" }))
      .when(offer({ fields: { company: "Raytheon" } })).thenNothing();
    given(registered(), offered({ company: "Raytheon" }), dismissed("company"))
      .when(offer({ fields: { company: "Raytheon" } })).thenNothing();
  });

  it("reaches members who have one of its addresses now, in any case", () => {
    given(registered()).when(offer({ addresses: ["b@example.com", "PAT@example.com"] }))
      .thenTypes("DetailsOffered");
    given(registered()).when(offer({ addresses: ["b@example.com"] })).thenNothing();
  });
});

describe("DismissOffer", () => {
  it("dismisses the open details, once", () => {
    const names = ["company", "classYear", "mos"];
    const one = offered({ company: "Raytheon", rank: "CPT" }, [cell]);
    given(registered(), one).when({ type: "DismissOffer", names })
      .thenEvents(dismissed("company", "classYear"));
    given(registered(), one, dismissed("company", "classYear"))
      .when({ type: "DismissOffer", names }).thenNothing();
    given(registered()).when({ type: "DismissOffer", names }).thenNothing();
  });
});

describe("an open offer", () => {
  const one = offered({ company: "Raytheon", rank: "MAJ" }, [cell]);
  const changed: MemberEvent = {
    type: "ProfileChanged",
    facts: { changed: ["company"] },
    personal: { company: "Boeing" },
  };
  const open = (...events: readonly MemberEvent[]) => openOffer(recordAfter(...events));

  it("is replaced by a newer one, keeping answers to unchanged details", () => {
    const newer = offered({ company: "Raytheon", rank: "LTC" });
    expect(open(registered(), one, dismissed("company", "rank"), newer))
      .toEqual({ fields: { rank: "LTC" }, cells: [] });
  });

  it("drops fields that its member has changed", () => {
    expect(open(...published(), one, changed)).toEqual({ fields: { rank: "MAJ" }, cells: [cell] });
  });

  it("is answered by creating a profile, and by deleting one", () => {
    const [first, created] = published();
    if (first === undefined || created === undefined) throw new Error("No profile");
    const nothing = { fields: {}, cells: [] };
    expect(open(first, one, created)).toEqual(nothing);
    const deleted: MemberEvent = { type: "ProfileDeleted", facts: {}, personal: null };
    expect(open(first, created, one, deleted)).toEqual(nothing);
  });

  it("is invisible to others", () => {
    const [before, after] = [recordAfter(...published()), recordAfter(...published(), one)];
    expect(publicProfile(after)).toEqual(publicProfile(before));
    expect(publicUser(after)).toEqual(publicUser(before));
  });

  it("is lost with its member's key", () => {
    const lost: MemberEvent = { type: "DetailsOffered", facts: {}, personal: null };
    expect(open(registered(), lost)).toEqual({ fields: {}, cells: [] });
  });
});
