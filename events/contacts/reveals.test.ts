import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { DatabaseUnavailable } from "../store/database-errors.ts";
import { Refusal } from "../errors.ts";
import { VersionConflict } from "../store/event-log.ts";
import { isThere } from "../testing/file-text.ts";
import { openSystemWith, outcomeOf } from "../testing/people.ts";
import { cause, openSystem, type System } from "../testing/system.ts";

const dayMs = 24 * 60 * 60 * 1000;
const two = { perDay: 2, isKnown: true } as const;
const email = { ownerId: "owner1", contacts: ["primaryEmail"] } as const;

const systemWith = (...names: readonly string[]) =>
  openSystemWith(Object.fromEntries(names.map((name) => [name, "alumni"])));

const show = (system: System, viewer: string, ownerId: string) =>
  system.reveals.save(viewer, { ...email, ownerId }, cause, two);
const allOf = ({ readModel, clock }: System, ownerId: string) =>
  readModel.reveals.ofOwner(ownerId, { sinceMs: clock.ms - 365 * dayMs, offset: 0, limit: 50 });
const payloads = async ({ database }: System) =>
  (await database.read(
    `SELECT 1 FROM personal JOIN events USING (position)
     WHERE type IN ('ContactRevealed', 'RevealKept') AND ${isThere}`,
  )).length;

describe("a shared budget", () => {
  async function sharing(left: number) {
    const system = await systemWith("viewer", "owner1", "owner2");
    const counted = { taken: 0, left };
    const shared = {
      async take() {
        if (counted.left === 0) throw new Error("Nothing is left");
        counted.left--;
        counted.taken++;
      },
      async giveBack() {
        counted.left++;
      },
    };
    const look = (ownerId: string, contact: "primaryEmail" | "phoneNumber" = "primaryEmail") =>
      system.reveals.save("viewer", { ownerId, contacts: [contact] }, cause, { ...two, shared });
    return { system, counted, look };
  }

  it("is used once per person and day, after the viewer's own limit", async () => {
    const { system, counted, look } = await sharing(1);
    await look("owner1");
    await look("owner1");
    await look("owner1", "phoneNumber");
    expect(counted).toEqual({ taken: 1, left: 0 });
    await expect(look("owner2")).rejects.toThrow("Nothing is left");
    expect(await allOf(system, "owner2")).toEqual([]);
    counted.left = 5;
    await look("owner2");
    await expect(look("viewer")).rejects.toThrow(Refusal);
    expect(counted).toEqual({ taken: 2, left: 4 });
  });

  it("is given back if nothing is stored, and used once if another process is first", async () => {
    const { system, counted, look } = await sharing(1);
    const append = vi.spyOn(system.log, "append").mockRejectedValueOnce(new Error("The disk"));
    await expect(look("owner1")).rejects.toThrow("The disk");
    expect(counted).toEqual({ taken: 1, left: 1 });
    append.mockRejectedValueOnce(new VersionConflict());
    await look("owner1");
    expect(counted).toEqual({ taken: 2, left: 0 });
    append.mockRejectedValueOnce(new DatabaseUnavailable("Gone"));
    counted.left = 1;
    await expect(look("owner2")).rejects.toThrow("Gone");
    expect(counted.left).toBe(0);
  });
});

describe("views of contacts", () => {
  it("are limited to a number of people a day, even across two processes", async () => {
    const owners = ["owner1", "owner2", "owner3", "owner4", "owner5"];
    const system = await systemWith("viewer", ...owners);
    const other = await openSystem(system.folder);
    const outcomes = await Promise.allSettled(
      owners.flatMap((owner) => [show(system, "viewer", owner), show(other, "viewer", owner)]),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
    const lists = await Promise.all(owners.map((owner) => allOf(system, owner)));
    expect(lists.flat()).toHaveLength(2);
    system.clock.ms += dayMs;
    await show(system, "viewer", "owner5");
  });

  it("are deleted with their owner, including views by erased members", async () => {
    const system = await systemWith("viewer", "spy", "owner1");
    await show(system, "viewer", "owner1");
    await show(system, "spy", "owner1");
    for (const erased of ["spy", "owner1"]) {
      await system.members.execute(erased, { type: "Erase" }, cause);
    }
    expect(await allOf(system, "owner1")).toEqual([]);
    await system.reveals.forgetExpired();
    expect(await payloads(system)).toBe(0);
    expect(await system.database.read("SELECT * FROM reveals")).toEqual([]);
    expect(await system.readModel.differences()).toEqual([]);
  });

  it("stay after their viewer is erased, with day and contacts but no trace of the viewer", async () => {
    const owners = Array.from({ length: 60 }, (_, at) => `owner${at}`);
    const system = await systemWith("spy", "other", ...owners);
    const budget = { perDay: 60, isKnown: true } as const;
    for (const ownerId of owners.toReversed()) {
      await system.reveals.save("spy", { ...email, ownerId }, cause, budget);
    }
    const more = { ownerId: "owner0", contacts: ["phoneNumber"] } as const;
    await system.reveals.save("spy", more, cause, budget);
    await show(system, "other", "owner0");
    system.clock.ms += dayMs;
    await show(system, "spy", "owner0");
    for (const erased of ["spy", "other"]) {
      await system.members.execute(erased, { type: "Erase" }, cause);
    }
    const left = { viewerId: null };
    const before = [
      { ...left, day: "2026-03-02", contacts: ["primaryEmail"] },
      { ...left, day: "2026-03-01", contacts: ["primaryEmail"] },
      { ...left, day: "2026-03-01", contacts: ["primaryEmail", "phoneNumber"] },
    ];
    const sorted = async () =>
      (await allOf(system, "owner0")).map((each) => ({
        ...each,
        contacts: each.contacts.toSorted().toReversed(),
      }));
    expect(await sorted()).toEqual(before);
    for (const owner of owners.slice(1)) {
      expect(await allOf(system, owner)).toEqual([before[1]]);
    }
    const rows = () => system.database.read("SELECT * FROM reveals ORDER BY position, contact");
    const followed = await rows();
    expect(JSON.stringify(followed)).not.toMatch(/spy|other/);
    await system.readModel.rebuild();
    expect(await rows()).toEqual(followed);
    const kept = await system.database.read(
      "SELECT stream, actor_id, correlation_id, facts FROM events WHERE type = 'RevealKept'",
    );
    expect(kept).toHaveLength(62);
    expect(JSON.stringify(kept)).not.toMatch(/spy|other|owner|Email/);
    expect(await system.readModel.differences()).toEqual([]);
    system.clock.ms += 366 * dayMs;
    await system.reveals.forgetExpired();
    expect(await payloads(system)).toBe(0);
    expect(await system.readModel.differences()).toEqual([]);
  });

  it("stay complete if their viewer is erased while another process saves views", async () => {
    const owners = Array.from({ length: 20 }, (_, at) => `owner${at}`);
    const system = await systemWith("spy", "spy2", ...owners);
    const other = await openSystem(system.folder);
    const budget = { perDay: 60, isKnown: true } as const;
    const shown: string[] = [];
    await Promise.all([
      ...owners.map((ownerId) =>
        other.reveals.save("spy", { ...email, ownerId }, cause, budget)
          .then(() => shown.push(ownerId), () => {})
      ),
      show(system, "spy2", "owner0").then(() =>
        system.members.execute("spy2", { type: "Erase" }, cause)
      ),
      other.members.execute("spy", { type: "Erase" }, cause),
      system.members.execute("spy", { type: "Erase" }, cause),
    ]);
    const rows = await system.database.read(
      "SELECT owner_id FROM reveals WHERE viewer_id IS NULL ORDER BY owner_id",
    );
    expect(rows.map((row) => row.owner_id)).toEqual([...shown, "owner0"].toSorted());
    expect(await system.readModel.differences()).toEqual([]);
  });

  it("are neither shown nor stored once their owner is erased", async () => {
    const system = await systemWith("viewer", "owner1");
    await system.members.execute("owner1", { type: "Erase" }, cause);
    expect(await outcomeOf(show(system, "viewer", "owner1"))).toBe("connection/no-profile");
    expect(await allOf(system, "owner1")).toEqual([]);
    expect(await payloads(system)).toBe(0);
  });

  it("are the same after a rebuild, for any history", async () => {
    const names = ["one", "two", "three"];
    const name = fc.constantFrom(...names);
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ viewer: name, owner: name }) },
      fc.record({ erased: name }),
      fc.constantFrom("day", "year", "forget"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const system = await systemWith(...names);
        for (const step of steps) {
          if (step === "day") system.clock.ms += dayMs;
          else if (step === "year") system.clock.ms += 370 * dayMs;
          else if (step === "forget") await system.reveals.forgetExpired();
          else if ("erased" in step) {
            await system.members.execute(step.erased, { type: "Erase" }, cause);
          } else {
            await outcomeOf(show(system, step.viewer, step.owner));
          }
        }
        // Rows that wait for deletion may be missing after it: a viewer's erasure deletes them,
        // too.
        const rows = () =>
          system.database.read(
            `SELECT * FROM reveals WHERE NOT is_left OR position IN
               (SELECT position FROM personal WHERE ${isThere}) ORDER BY position`,
          );
        const followed = await rows();
        await system.readModel.rebuild();
        expect(await rows()).toEqual(followed);
        expect(await system.readModel.differences()).toEqual([]);
      }),
      { numRuns: 6 },
    );
  });
});
