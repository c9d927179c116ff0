import { createRandom, type Random } from "../../events/testing/random.ts";
import type { MailServer } from "../testing/mail-server.ts";
import { type JsonResponse, request } from "./requests.ts";

export interface Account {
  readonly is: "registered";
  readonly username: string;
  readonly password: string;
  readonly profile: { readonly bio: string; readonly isVisible: boolean } | null;
  /** The digest of the picture's file. */
  readonly picture: string | null;
}

/** A person's state according to the product's answers. */
export type State = { readonly is: "unregistered" } | Account | { readonly is: "erased" };

/** A made-up person, and everything that the product has acknowledged to them. */
export class Person {
  readonly email: string;
  state: State = { is: "unregistered" };
  /** A change whose request has no answer yet, or got none. It may have been made. */
  unanswered: Change | undefined;
  memberId: string | undefined;
  cookie: string | undefined;
  /** Requests of changes that the log must have; each is one commit. */
  readonly changes: string[] = [];
  /** The number of changes that may have been made before the other person left. */
  uncertain = 0;
  resetsAsked = 0;
  /** Whether the address is confirmed; asking for help requires it. */
  isConfirmed = false;
  #texts = 0;

  /** @param mark A word that is in all of the person's data and nowhere else. */
  constructor(readonly mark: string) {
    this.email = `${mark}@example.com`;
  }

  get hasAccount(): boolean {
    return this.state.is === "registered";
  }

  get account(): Account {
    if (this.state.is !== "registered") throw new Error("The person has no account");
    return this.state;
  }

  /** A number that makes the person's next text unique. */
  nextNumber(): string {
    this.#texts += 1;
    return String(this.#texts).padStart(5, "0");
  }
}

/** The member who only reads other members' data. */
export const readerAccount = {
  username: "the.reader",
  password: "a long password",
  email: "reader@example.com",
  firstName: "Some",
  lastName: "Reader",
  role: "cadet",
};

/** A change and its request. */
export interface Change {
  readonly call: readonly [method: string, path: string, body?: unknown];
  /** Updates the expected state. */
  apply(answer?: JsonResponse): void;
  /** Whether a request without an answer was carried out. */
  isDone(origin: string): Promise<boolean>;
  /** Statuses that may refuse the change, because others act at the same time. */
  readonly allowedRefusals?: readonly number[];
}

/** A request for help according to the product's answers. */
export interface Conversation {
  readonly id: string;
  readonly asker: Person;
  readonly mentor: Person;
  is: "requested" | "accepted" | "over";
  /** The texts of both, in any order. */
  texts: readonly string[];
}

/** A data folder, its people, and the faults found. */
export class World {
  readonly random: Random;
  /** Origins of the running processes. Inspections ask the last one. */
  origins: readonly string[] = [];
  readonly people: Person[] = [];
  readonly conversations: Conversation[] = [];
  /** How long a search may lag behind a change made by another process. */
  indexDelayMs = 0;
  reader: { readonly cookie: string; readonly memberId: string } | undefined;
  /** The number of changes that the product has acknowledged. */
  acknowledged = 0;
  /** Whether the product may refuse changes now, for example because its disk is full. */
  mayRefuse = false;
  refusals = 0;
  /** The current point of the test, named in faults. */
  at = "";
  /** One line for each fault. */
  readonly failures: string[] = [];

  constructor(readonly folder: string, seed: number, readonly mailServer: MailServer) {
    this.random = createRandom(seed);
  }

  async registerReader(origin: string): Promise<void> {
    const answer = await request(origin, "POST", "/api/register", { body: readerAccount });
    if (answer.status !== 201) throw new Error(`The reader is answered with ${answer.status}`);
    this.reader = { cookie: answer.cookie ?? "", memberId: answer.body.id ?? "" };
  }

  /** Adds a fault, unless it is known already. */
  fail(what: string): void {
    if (!this.failures.some((known) => known.endsWith(what))) {
      this.failures.push(`${this.at}: ${what}`);
    }
  }

  /** Returns a new unique word. */
  newMark(): string {
    return `zq${this.random.uuid().replaceAll("-", "").slice(0, 12)}`;
  }
}
