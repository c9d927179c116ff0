import { describe, expect, it } from "vitest";
import type { Connection } from "../../../api/contract/connections.ts";
import { leadOf } from "./lead.ts";

const connection = (id: string, change: Partial<Connection> = {}): Connection => ({
  id,
  state: "requested",
  with: null,
  topics: [],
  askedAt: null,
  answeredAt: null,
  endedAt: null,
  asker: false,
  unread: 1,
  isWaiting: true,
  canGiveFeedback: false,
  messagesLeft: null,
  isSilent: false,
  undoableUntil: null,
  ...change,
});

const request = (id: string) => connection(id);
const message = (id: string) => connection(id, { state: "accepted" });
const question = (id: string) => connection(id, { asker: true });
const ended = (id: string) =>
  connection(id, { state: "ended", asker: true, canGiveFeedback: true });

const none = { waiting: [], answered: 0, asks: { is: "open" }, remindsToShow: false } as const;
/** Connections, latest first, as in lists. */
const waiting = (...connections: Connection[]) => ({ ...none, waiting: connections });

describe("the lead on an alumnus's Home", () => {
  it("is the request that has waited longest, before messages", () => {
    expect(leadOf(waiting(message("new"), request("later"), request("first"), ended("old"))))
      .toMatchObject({ is: "request", connection: { id: "first" }, more: 3 });
  });

  it("is otherwise a message, or a question about their own request", () => {
    expect(leadOf(waiting(message("one"), ended("old"))))
      .toMatchObject({ is: "message", connection: { id: "one" } });
    expect(leadOf(waiting(question("one")))).toMatchObject({ is: "message", more: 0 });
  });

  it("is otherwise the question whether someone's help was useful", () => {
    expect(leadOf({ ...waiting(ended("old")), answered: 3 })).toMatchObject({ is: "feedback" });
  });

  it("is the result of their help if nothing waits, also while cadets can't ask", () => {
    expect(leadOf({ ...none, answered: 1 })).toEqual({ is: "answered" });
    expect(leadOf({ ...none, answered: 1, asks: { is: "hidden" } })).toEqual({ is: "answered" });
  });

  it("is the obstacle for cadets, or the next steps, for a new member", () => {
    for (const is of ["no-profile", "off"] as const) {
      expect(leadOf({ ...none, asks: { is } })).toEqual({ is: "obstacle" });
    }
    expect(leadOf({ ...none, asks: { is: "paused", until: "2027-03" } })).toEqual({
      is: "obstacle",
    });
    expect(leadOf(none)).toEqual({ is: "new" });
  });

  it("is the reminder of being hidden, until they dismiss it", () => {
    const hidden = { ...none, asks: { is: "hidden" } } as const;
    expect(leadOf({ ...hidden, remindsToShow: true })).toEqual({ is: "obstacle" });
    expect(leadOf(hidden)).toEqual({ is: "hidden" });
  });

  it("is a waiting connection before anything else", () => {
    expect(leadOf({ ...waiting(request("one")), answered: 9, asks: { is: "hidden" } }))
      .toMatchObject({ is: "request" });
  });
});
