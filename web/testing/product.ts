/**
 * The product without a database: enough of it that pages can be tested and looked at.
 *
 * @module
 */
import { contactsADay } from "../../events/contacts/reveals.ts";
import { publicProfile } from "../../events/members/privacy.ts";
import { isStaff } from "../../events/program/admission.ts";
import { productTopics } from "../../events/program/topics.ts";
import { type Announcement, nothingSet } from "../../events/program/settings.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import { AnswerCache } from "../../api/answers/answer-cache.ts";
import { Directory } from "../../api/directory/directory.ts";
import { createHome } from "../../api/home/home.ts";
import type { Logo } from "../../api/config/logo.ts";
import { brandOf } from "../../api/program/brand.ts";
import { createOffers } from "../../api/offers/offers.ts";
import type { Product } from "../../api/product.ts";
import type { SignedIn } from "../../api/auth/origin.ts";
import { byGroup } from "../../search/facets.ts";
import { byRole, type ProfileHits, type ProfileQuery } from "../../search/profile-search.ts";
import { createMemoryConnections } from "./memory-connections.ts";
import { createMemoryContacts } from "./memory-contacts.ts";
import { createMemoryAccounts, type MemoryAccountsOptions } from "./memory-accounts.ts";
import type { MailState } from "../../api/mail/setup/mail-state.ts";
import { createMemoryMembers, only } from "./memory-members.ts";

const mailWorks = {
  is: "works",
  waiting: 0,
  invitations: 0,
  oldestWaitingAt: undefined,
  lastSentAt: undefined,
  why: undefined,
} as const;

const nothingWaits = {
  people: 0,
  newestPerson: null,
  reports: 0,
  newestReportAt: null,
  invitations: 0,
  surge: null,
};

export interface MemoryProduct extends Product {
  readonly members: Map<string, MemberRecord>;
  /** A session, as signing in would make it. */
  signIn(memberId: string): SignedIn;
}

export interface MemoryProductOptions extends MemoryAccountsOptions {
  readonly members?: readonly MemberRecord[];
  readonly now?: Date;
  /** How many people's contacts one member is shown in a day. */
  readonly contactsADay?: number;
  readonly announcement?: Announcement;
  readonly logo?: Logo;
  readonly mail?: Pick<MailState, "is">;
  readonly insights?: Awaited<ReturnType<Product["insights"]["latest"]>>;
  readonly uncovered?: Awaited<ReturnType<Product["uncovered"]["recent"]>>;
}

export function createMemoryProduct(options: MemoryProductOptions = {}): MemoryProduct {
  const now = (options.now ?? new Date("2026-11-20T12:00:00Z")).toISOString();
  const store = createMemoryMembers(options.members ?? [], now);
  const { members, change, signIn, table } = store;
  const { connections, connectionTable, texts } = createMemoryConnections(store);
  const perDay = options.contactsADay ?? contactsADay;

  /** Finds by name alone. */
  async function find({ text, role, offset, limit }: ProfileQuery): Promise<ProfileHits> {
    const found = [...members.values()].filter((member) =>
      publicProfile(member) !== undefined && (role === undefined || member.role === role) &&
      `${member.firstName} ${member.lastName}`.toLowerCase().includes(text.toLowerCase())
    );
    return {
      memberIds: found.slice(offset, offset + limit).map(({ memberId }) => memberId),
      total: found.length,
      roles: byRole((one) => found.filter((member) => member.role === one).length),
      relaxed: null,
      facets: byGroup(() => []),
    };
  }

  const offersOf = createOffers({
    now: () => new Date(now),
    table: {
      changedSince: async (position) =>
        [...members.values()].slice(position < 0 ? 0 : members.size).map((member, at) => ({
          memberId: member.memberId,
          position: at,
          member,
        })),
    },
  });

  const directory = new Directory({
    search: { find, suggest: async () => [] },
    table,
    answers: new AnswerCache(() => undefined),
    limits: { profiles: async () => {} },
    standings: { isKnown: async () => true },
  });

  return {
    members,
    signIn,
    offers: offersOf,
    ...createMemoryAccounts(store, options),
    connections,
    ...createMemoryContacts(store, { connectionTable }, perDay),
    uncovered: only({ recent: async () => options.uncovered ?? [] }),
    listed: only(),
    relay: only({ about: async () => [] }),
    inviting: only({
      list: async () => ({
        people: [],
        counts: { waiting: 0, opened: 0, joined: 0, declined: 0, bounced: 0 },
        silent: 0,
        total: 0,
        page: 1,
        pages: 1,
        sendsReminders: true,
      }),
      imports: only({ read: async () => undefined }),
    }),
    mail: only({
      state: async () => ({ ...mailWorks, ...options.mail }),
      isRefused: async () => false,
      countRefused: async () => 0,
    }),
    replies: only(),
    settings: only({
      topics: () => productTopics,
      brand: () => brandOf(nothingSet, {}),
      logo: async () => options.logo,
      isConfirmed: () => true,
      requireConfirmed() {},
      announcement: () => options.announcement ?? null,
    }),
    insights: {
      latest: async () => options.insights ?? { state: "being made" },
    },
    program: only({
      counts: async () => nothingWaits,
      isLastStaff: async (memberId) => {
        const [first, ...others] = [...members.values()].filter(isStaff);
        return first?.memberId === memberId && others.length === 0;
      },
    }),
    home: createHome({
      directory,
      connections,
      connectionTable,
      table,
      texts,
      topics: () => productTopics,
      now: () => new Date(now),
      databases: { events: { read: async () => [] }, read: { read: async () => [] } },
      brand: () => brandOf(nothingSet, { programName: "TCU" }),
      whoGetsIn: () => ({ value: "open", from: "default" }),
      setupFacts: () => ({}),
      countInvited: async () => ({ ever: 0 }),
      appOrigin: "http://127.0.0.1:8000",
    }),
    // Files are the API's own; here a picture is only a path.
    pictures: {
      receive: undefined,
      async startUpload(memberId) {
        return `/objects/uploads/${memberId}/upload`;
      },
      async save(memberId) {
        const profileImageUrl = `/objects/pictures/${memberId}/picture.webp`;
        change(memberId, { profileImageUrl });
        return profileImageUrl;
      },
      async remove(memberId) {
        change(memberId, { profileImageUrl: null });
      },
      async drawDocuments() {},
      async find() {
        return undefined;
      },
      async read() {
        return undefined;
      },
    },
    // Nothing is cached, so that each test renders its page.
    directory,
  };
}
