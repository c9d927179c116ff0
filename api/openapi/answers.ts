/**
 * Schemas of answers, from which the types of `contract/` are inferred. Profiles' schemas must
 * match the domain's types to compile. Tests check every answer; objects are strict, so that a test
 * finds a field that slips into one.
 */
import { z } from "zod";
import { capacities } from "../../events/connections/limits.ts";
import { byGroup } from "../../search/facets.ts";
import { maxQueryText, revealsAtOnce } from "../contract/limits.ts";
import { suggestionKinds } from "../../search/suggestion-kinds.ts";
import { maxSuggestions, type SuggestionsAnswer } from "../../search/suggestions.ts";
import type { ProblemBody } from "../problems.ts";
import {
  contactAudiences,
  contacts,
  count,
  id,
  ownProfile,
  picture,
  publicProfile,
  publicUser,
  role,
  texts,
  time,
  viewedProfile,
} from "./profile-answers.ts";
import { programLists, programReport, programSurge } from "./program-answers.ts";

const user = z.strictObject({
  id,
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: picture,
  role,
  createdAt: time,
  updatedAt: time,
}).describe("An account as its owner reads it");

const contactReveals = z.strictObject({
  reveals: z.array(z.strictObject({
    by: publicUser.nullable()
      .describe(
        "Viewer, also a hidden one: the page tells the viewer that the owner can see it. null for someone who has left",
      ),
    isVisible: z.boolean().describe("Whether their profile can be viewed"),
    day: z.iso.date().describe("In UTC"),
    contacts,
  })).max(revealsAtOnce),
  page: z.int().min(1),
  hasMore: z.boolean(),
});

const facetCount = z.strictObject({ value: z.string(), count: z.int().min(1) });

const directory = z.strictObject({
  profiles: z.array(publicProfile),
  total: count,
  page: z.int().min(1),
  roles: z.strictObject({ cadet: count, alumni: count, cadre: count }).nullable()
    .describe("How many have each role; null with a role, or where relaxed"),
  facets: z.strictObject(
    byGroup(() => z.array(facetCount)),
  ).describe("Values of each group with their counts under every other group's filters"),
  relaxed: z.strictObject({
    showing: z.string().describe("Whom the list shows, in the middle of a sentence"),
    leftOut: z.array(z.string()).min(1).describe("What does not hold for them, as typed"),
  }).nullable().describe("Set where no one matches everything that the text asks for"),
  matches: z.array(z.strictObject({
    words: z.array(z.string()).describe("Words of the profile that match, folded"),
    reasons: z.array(z.strictObject({
      field: z.string().nullable().describe("Name of the field, where its text does not say it"),
      text: z.string().describe("The text that matches, or a piece of it around the match"),
    })).describe("What matches each part of the text best"),
  })).describe("Why each profile was found, in their order; empty without words"),
  alternatives: z.array(z.strictObject({
    label: z.string().describe("What it is in words, with how many people it finds"),
    view: z.string().describe("Parameters of the search"),
  })).max(3).describe("Other searches, where no one was found or the search was relaxed"),
  uncovered: z.array(z.string()).describe("Help topics that were asked for and no one offers"),
});

const suggestions = z.strictObject({
  suggestions: z.array(z.strictObject({
    kind: z.enum(suggestionKinds),
    text: z.string().min(1).describe(
      "As most of the profiles that hold it write it, behind choices that words before it name",
    ),
    count: z.int().min(1).describe("The total of the search that it leads to"),
    search: z.string().max(maxQueryText).describe("The text of that search"),
    filters: z.strictObject(
      byGroup(() => z.array(z.string())),
    ).partial().describe("The filters of that search that are not those of the view"),
  })).max(maxSuggestions),
}) satisfies z.ZodType<SuggestionsAnswer>;

const connection = z.strictObject({
  id,
  state: z.enum(["requested", "accepted", "declined", "withdrawn", "expired", "ended", "left"])
    .describe("`left` once the other one's account is deleted"),
  with: publicUser.nullable().describe("The other one; null once they are gone"),
  topics: texts,
  askedAt: time.nullable(),
  answeredAt: time.nullable(),
  endedAt: time.nullable(),
  asker: z.boolean().describe("Whether the caller asked"),
  unread: count.describe("Messages of the other one since the caller's last"),
  isWaiting: z.boolean().describe("Whether it is the caller's turn"),
  canGiveFeedback: z.boolean(),
  messagesLeft: z.number().nullable(),
  isSilent: z.boolean()
    .describe("Whether the caller asked, and may ask someone else after 7 days without an answer"),
  undoableUntil: time.nullable().describe("Until when the caller can undo their answer"),
}).describe("A request or conversation as one of the two reads it");

const connectionMessage = z.strictObject({
  id,
  by: z.enum(["you", "them"]),
  at: time,
  text: z.string().min(1),
});

const changedConnection = z.strictObject({
  ...connection.shape,
  messages: z.array(connectionMessage).describe("The message that was written by it, if one was"),
});

const connectionWithMessages = z.strictObject({
  ...connection.shape,
  messages: z.array(connectionMessage).describe("The oldest first"),
  before: id.nullable().describe("Ask for `?before=` this to get earlier messages; null without"),
  feedback: connectionMessage.nullable(),
});

const othersWhoHelp = z.strictObject({
  others: z.array(z.strictObject({
    profile: publicProfile,
    topics: texts.min(1).describe("Topics of the request that they help with: the new request's"),
  })).max(3).describe("Most shared topics first"),
  refusal: z.string().nullable().describe("Why the caller can't ask anyone now, in words"),
});

const connectionLists = z.strictObject({
  waiting: z.array(connection).describe("What waits for the caller"),
  open: z.array(connection).describe("What goes on, and waits for the other one or for no one"),
  past: z.array(connection),
  before: id.optional().describe("Ask for `?before=` this to get more of `past`"),
});

const mentoringSettings = z.strictObject({
  takesRequests: z.boolean(),
  capacity: z.int().min(capacities.least).max(capacities.most)
    .describe("Conversations that were accepted and go on, at once"),
  pausedUntil: z.string().regex(/^(\d{4}-\d{2}|resumed)$/).nullable()
    .describe("A month, or `resumed`: until the caller sets it to null"),
  wantsReminders: z.boolean(),
});

const problem = z.strictObject({
  message: z.string().min(1).describe("Fit for a person to read"),
  fields: z.record(z.string(), z.string()).optional()
    .describe("The message of each field that is wrong, by its name"),
  confirm: z.literal(true).optional()
    .describe("It can be asked again once the password was given to /api/confirm"),
  profile: ownProfile.optional().describe("With 409 and 412 of /api/profile: what is stored"),
}).describe("What every answer that is no success says") satisfies z.ZodType<ProblemBody>;

export const answers = {
  User: user,
  PublicUser: publicUser,
  OwnProfile: ownProfile,
  PublicProfile: publicProfile,
  Profile: z.union([ownProfile, viewedProfile]),
  MaybeProfile: ownProfile.nullable(),
  ProfileList: z.array(publicProfile),
  Directory: directory,
  FacetCount: facetCount,
  Suggestions: suggestions,
  PublicUsers: z.array(publicUser),
  Connection: connection,
  ConnectionMessage: connectionMessage,
  ChangedConnection: changedConnection,
  ConnectionWithMessages: connectionWithMessages,
  ConnectionLists: connectionLists,
  OthersWhoHelp: othersWhoHelp,
  MentoringSettings: mentoringSettings,
  ContactAudiences: contactAudiences,
  ContactValue: z.strictObject({ value: z.string().min(1) }),
  ContactReveals: contactReveals,
  ProgramLists: programLists,
  ProgramSurge: z.strictObject({ surge: programSurge.nullable() }),
  SurgeRefused: z.strictObject({ refused: z.int() }),
  ProgramReports: z.array(programReport),
  Upload: z.strictObject({ uploadURL: z.url() }),
  Picture: z.strictObject({ objectPath: z.string().regex(/^\/objects\//) }),
  Sessions: z.array(z.strictObject({
    id: z.string(),
    browser: z.string().nullable(),
    createdAt: time,
    lastSeenAt: time,
    isCurrent: z.boolean(),
  })),
  Message: z.strictObject({ message: z.string() }),
  ResetLinkSent: z.strictObject({
    message: z.string(),
    devToken: z.string().optional().describe("In development only"),
  }),
  Description: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }),
  Problem: problem,
} satisfies Readonly<Record<string, z.ZodType>>;
export type AnswerName = keyof typeof answers;

export type Answer<Name extends AnswerName> = DeepReadonly<z.infer<typeof answers[Name]>>;

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;
