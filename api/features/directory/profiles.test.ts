import { productTopics } from "../../../events/program/topics.ts";
import { expect, it } from "vitest";
import { DatabaseNotWritable } from "../../../events/store/database-errors.ts";
import { memberWith } from "../../../events/testing/members.ts";
import { Profiles } from "./profiles.ts";

const origin = { ip: "192.0.2.1", requestId: "test" };
const owner = memberWith();

function profilesWhere(append: () => Promise<void>) {
  return new Profiles({
    members: { execute: () => Promise.reject(new Error("Nothing is changed")) },
    views: { append, hasSeen: () => Promise.resolve(false) },
    tables: {
      members: { byId: async () => owner },
      connections: { areInTouch: async () => false },
    },
    limits: { async change() {} },
    settings: { topics: () => productTopics },
    appOrigin: "https://alumni.example.edu",
  });
}

const viewed = (append: () => Promise<void>) =>
  profilesWhere(append).view({ ...owner, memberId: "viewer" }, owner.memberId, origin);

it("withholds a profile's contacts while views can't be logged", async () => {
  const profile = await viewed(() => Promise.reject(new DatabaseNotWritable("The disk is full")));
  expect(profile).toMatchObject({
    rank: "CPT",
    contacts: ["primaryEmail", "phoneNumber", "linkedinUrl", "calendarUrl"],
    contactsWithheld: "Contacts can't be shown right now. Try again later.",
  });
  expect(profile).not.toHaveProperty("primaryEmail");
});

it("shows no profile when it is unknown whether the view was logged", async () => {
  await expect(viewed(() => Promise.reject(new Error("A fault")))).rejects.toThrow("A fault");
});
