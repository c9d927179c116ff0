import { createRandom, type Random } from "../../events/testing/random.ts";
import type { MailServer } from "../testing/mail-server.ts";
import type { Person } from "./person.ts";
import { request } from "./requests.ts";
import type { Talk } from "./talks.ts";

/** One data folder, the people in it, and the faults that were found. */
export interface World {
  readonly folder: string;
  readonly random: Random;
  readonly mailServer: MailServer;
  /** Where the running processes answer; the last one is taken for everything but work. */
  origins: readonly string[];
  readonly people: Person[];
  readonly talks: Talk[];
  /** How long a search may know nothing of a change: of what another process has recorded, a moment. */
  foundWithinMs: number;
  /** How many days the processes are ahead of time: what is due in weeks comes at once. */
  daysAhead: number;
  /** Whose account was there before anything happened, who never changes, and looks at others. */
  reader: { cookie: string; readonly memberId: string } | undefined;
  /** Changes that the product has acknowledged, and that were looked at after the last restart. */
  acknowledged: number;
  /** Whether the product may say that it cannot do something now: its disk is full, and so on. */
  mayRefuse: boolean;
  /** How often it did. */
  refusals: number;
  /** What is being done to the product. */
  at: string;
  /** One line for each thing that is not as it must be. */
  readonly failures: string[];
}

/** The member who reads other members' data. */
export const readerAccount = {
  username: "the.reader",
  password: "a long password",
  email: "reader@example.com",
  firstName: "Some",
  lastName: "Reader",
  role: "cadet",
};

/** A world without people. */
export function newWorld(folder: string, seed: number, mailServer: MailServer): World {
  return {
    folder,
    random: createRandom(seed),
    mailServer,
    origins: [],
    people: [],
    talks: [],
    foundWithinMs: 0,
    daysAhead: 0,
    reader: undefined,
    acknowledged: 0,
    mayRefuse: false,
    refusals: 0,
    at: "",
    failures: [],
  };
}

export async function registerReader(origin: string) {
  const answer = await request(origin, "POST", "/api/register", { body: readerAccount });
  if (answer.status !== 201) throw new Error(`The reader is answered with ${answer.status}`);
  return { cookie: answer.cookie ?? "", memberId: answer.body.id ?? "" };
}

/** Notes something that must not be; what stays wrong is said once. */
export function fail({ failures, at }: World, what: string): void {
  if (!failures.some((known) => known.endsWith(what))) failures.push(`${at}: ${what}`);
}

/** A word that was never used before. */
export function newMark({ random }: World): string {
  return `zq${random.uuid().replaceAll("-", "").slice(0, 12)}`;
}
