import { createRandom, type Random } from "../../events/testing/random.ts";
import type { MailServer } from "../testing/mail-server.ts";
import { type JsonResponse, request } from "./requests.ts";

export interface Account {
  readonly is: "there";
  readonly username: string;
  readonly password: string;
  readonly profile: { readonly bio: string; readonly isVisible: boolean } | null;
  /** The start of the digest of the file that is their picture. */
  readonly picture: string | null;
}

/** A person's state, as far as the product's answers tell. */
export type State = { readonly is: "unregistered" } | Account | { readonly is: "erased" };

/** One made-up person, and everything that the product has acknowledged to them. */
export class Person {
  readonly email: string;
  state: State = { is: "unregistered" };
  /** The change whose request has no answer yet, or got none: it may have been made. */
  unanswered: Change | undefined;
  memberId: string | undefined;
  cookie: string | undefined;
  /** Changes that the log must have, as they were asked for: each is one commit. */
  readonly changes: string[] = [];
  /** Changes that may have been made: the other person left before anyone could see. */
  uncertain = 0;
  resetsAsked = 0;
  /** Whether the address is confirmed: only then they can ask others. */
  isConfirmed = false;
  #texts = 0;

  /** @param mark A word that is in all of the person's data, and nowhere else. */
  constructor(readonly mark: string) {
    this.email = `${mark}@example.com`;
  }

  get isThere(): boolean {
    return this.state.is === "there";
  }

  get account(): Account {
    if (this.state.is !== "there") throw new Error("No one is there");
    return this.state;
  }

  /** A number that no text of theirs had yet. */
  nextNumber(): string {
    this.#texts += 1;
    return String(this.#texts).padStart(5, "0");
  }
}

/** The member who reads other members' data, and never changes. */
export const readerAccount = {
  username: "the.reader",
  password: "a long password",
  email: "reader@example.com",
  firstName: "Some",
  lastName: "Reader",
  role: "cadet",
};

/** One change, as a request asks for it. */
export interface Change {
  readonly call: readonly [method: string, path: string, body?: unknown];
  /** Notes that it was carried out. */
  apply(answer?: JsonResponse): void;
  /** Whether a request without an answer was carried out. */
  isDone(origin: string): Promise<boolean>;
  /** Statuses that may refuse it, since others act at the same time. */
  readonly allowedRefusals?: readonly number[];
}

/** A request for help, as far as the product has answered. */
export interface Talk {
  readonly id: string;
  readonly asker: Person;
  readonly mentor: Person;
  is: "requested" | "accepted" | "over";
  /** What both have written, in any order. */
  texts: readonly string[];
}

/** One data folder, the people in it, and the faults that were found. */
export class World {
  readonly random: Random;
  /** Where the running processes answer; the last one is asked for everything but work. */
  origins: readonly string[] = [];
  readonly people: Person[] = [];
  readonly talks: Talk[] = [];
  /** How long a search may not know of a change that another process recorded. */
  foundWithinMs = 0;
  reader: { readonly cookie: string; readonly memberId: string } | undefined;
  /** Changes that the product has acknowledged. */
  acknowledged = 0;
  /** Whether the product may refuse changes now, since its disk is full, for example. */
  mayRefuse = false;
  refusals = 0;
  /** What is being done to the product. */
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

  /** Notes a fault, each once. */
  fail(what: string): void {
    if (!this.failures.some((known) => known.endsWith(what))) {
      this.failures.push(`${this.at}: ${what}`);
    }
  }

  /** A word that was never used before. */
  newMark(): string {
    return `zq${this.random.uuid().replaceAll("-", "").slice(0, 12)}`;
  }
}
