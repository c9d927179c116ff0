/**
 * Limits on how many different profiles members read in lists. Reserved before searching, so that a refused search
 * costs nothing.
 */
import type { RateLimiterAbstract } from "rate-limiter-flexible";
import { networkKey } from "./address-key.ts";
import { createKeyedConcurrencyLimit } from "./concurrency-limit.ts";
import { createSeenThings } from "./seen-things.ts";
import { tooManyProfiles } from "./too-many.ts";

export interface ListReader {
  readonly memberId: string;
  /** Strangers at one network address share one allowance. */
  readonly ip: string;
  /** Whether the program knows the member. */
  readonly isKnown: () => Promise<boolean>;
}

export interface ProfileRoom {
  /** The maximum profiles of a list that the reservation covers. */
  readonly most: number;
}

type ProfileLimit = "profilesPerMember" | "profilesPerStranger";

interface ProfileLimitsDependencies {
  readonly limits: Readonly<Record<ProfileLimit, number>>;
  readonly counter: RateLimiterAbstract;
  readonly slotOfMember: (memberId: string) => number;
  readonly slotOfNetwork: (network: string) => number;
  readonly now: () => number;
}

/** The hourly allowance of one member, or of all strangers on a network. */
interface Allowance {
  readonly atMost: number;
  readonly isShared: boolean;
  /** Key of its count. */
  readonly key: string;
  /** The given slots, without those that were read within the hour. */
  readonly unseen: (slots: readonly number[]) => ReadonlySet<number>;
  readonly note: (slots: Iterable<number>) => void;
}

type TakenAllowances = readonly { readonly allowance: Allowance; readonly amount: number }[];

/** Maximum waiting searches of strangers on one network. */
const maxWaiting = 300;

export function createProfileLimits(deps: ProfileLimitsDependencies) {
  const { limits, counter, slotOfMember, slotOfNetwork, now } = deps;
  const seenByMembers = createSeenThings(now);
  const seenByNetworks = createSeenThings(now);
  const networkLimit = createKeyedConcurrencyLimit(1, maxWaiting);

  async function allowancesOf({ memberId, ip, isKnown }: ListReader): Promise<Allowance[]> {
    const { profilesPerMember, profilesPerStranger } = limits;
    const own = {
      key: String(slotOfMember(memberId)),
      isShared: false,
      unseen: (slots: readonly number[]) => seenByMembers.unseen(memberId, slots),
      note: (slots: Iterable<number>) => seenByMembers.note(memberId, slots),
    };
    if (await isKnown()) return [{ ...own, atMost: profilesPerMember }];
    const atMost = Math.min(profilesPerMember, profilesPerStranger);
    const network = String(slotOfNetwork(networkKey(ip)));
    return [{ ...own, atMost }, {
      atMost,
      isShared: true,
      key: `network ${network}`,
      unseen: (slots) => seenByNetworks.unseen(network, slots),
      note: (slots) => seenByNetworks.note(network, slots),
    }];
  }

  /** Takes all or nothing. @throws {Problem} 429 if one has less left. */
  async function take(wanted: TakenAllowances): Promise<void> {
    const taken: TakenAllowances[number][] = [];
    for (const { allowance, amount } of wanted) {
      if (amount === 0) continue;
      const { consumedPoints, msBeforeNext } = await counter.penalty(allowance.key, amount);
      taken.push({ allowance, amount });
      if (consumedPoints <= allowance.atMost) continue;
      await refund(taken);
      throw tooManyProfiles(msBeforeNext, allowance);
    }
  }

  async function refund(taken: TakenAllowances): Promise<void> {
    for (const { allowance, amount } of taken) await counter.reward(allowance.key, amount);
  }

  /** Returns the unused part. @throws {Problem} 429 if a limit below one page isn't enough. */
  async function settle(taken: TakenAllowances, slots: readonly number[]): Promise<void> {
    const more = taken.map(({ allowance, amount }) => (
      { allowance, amount: allowance.unseen(slots).size - amount }
    ));
    await take(more.filter(({ amount }) => amount > 0));
    for (const { allowance, amount } of more) {
      if (amount < 0) await counter.reward(allowance.key, -amount);
      allowance.note(slots);
    }
  }

  async function remainingOf({ key, atMost }: Allowance): Promise<number> {
    const counted = await counter.get(key);
    return atMost - (counted === null || counted.msBeforeNext <= 0 ? 0 : counted.consumedPoints);
  }

  return {
    /**
     * Counts profiles that a member is about to read, except those already read.
     *
     * @param slots Slots of the profiles; see `slotOf`.
     * @throws {Problem} 429 when there would be too many in an hour.
     */
    async countRead(reader: ListReader, slots: readonly number[]): Promise<void> {
      // Checked before computing their key, a digest that takes longer than the rest.
      if (seenByMembers.unseen(reader.memberId, slots).size === 0) return;
      const allowances = await allowancesOf(reader);
      await take(
        allowances.map((allowance) => ({ allowance, amount: allowance.unseen(slots).size })),
      );
      for (const { note } of allowances) note(slots);
    },
    /**
     * Reserves room for a list before `find` runs. Room for profiles already read, or not found, is returned.
     *
     * @param most Maximum number of profiles that it finds; with `orFewer`, fewer if fewer are left.
     * @throws {Problem} 429, without looking, when there could be too many in an hour.
     */
    async find<T extends { readonly slots: readonly number[] }>(
      reader: ListReader,
      { most, orFewer = false }: { readonly most: number; readonly orFewer?: boolean },
      find: (room: ProfileRoom) => Promise<T>,
    ): Promise<T> {
      const allowances = await allowancesOf(reader);
      const findWithin = async () => {
        const left = orFewer ? await Promise.all(allowances.map(remainingOf)) : [];
        // At least one, so that an empty allowance refuses.
        const amount = Math.max(1, Math.min(most, ...left));
        // A limit below one page is still enough for one.
        const taken = allowances.map((allowance) => (
          { allowance, amount: Math.min(amount, allowance.atMost) }
        ));
        await take(taken);
        try {
          const found = await find({ most: amount });
          await settle(taken, found.slots);
          return found;
        } catch (error) {
          await refund(taken);
          throw error;
        }
      };
      const shared = allowances.find(({ isShared }) => isShared);
      // One after the other, because the reservations of a whole class at once would exceed the limit.
      return await (shared ? networkLimit(shared.key, findWithin) : findWithin());
    },
  };
}
