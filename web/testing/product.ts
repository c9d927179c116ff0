/**
 * The product without a database: enough of it that pages can be tested and looked at.
 *
 * @module
 */
import {
  type OwnProfile,
  ownProfile,
  publicProfile,
  viewProfile,
} from "../../events/members/privacy.ts";
import { Refusal } from "../../events/errors.ts";
import { type ErasureReceipt, isSigned, issueReceipt } from "../../events/verify/receipt.ts";
import { allShared, checkProfile } from "../../events/members/profile.ts";
import type { MemberRecord } from "../../events/members/record.ts";
import type { SessionSummary } from "../../api/auth/sessions.ts";
import { wrongPassword } from "../../api/contract/wrong-password.ts";
import type { DirectoryQuery } from "../../api/contract/directory.ts";
import { pageSize } from "../../api/contract/directory.ts";
import { createJsonAnswer } from "../../api/directory/json-answer.ts";
import { requireConfirmed } from "../../api/accounts/policies/confirmed.ts";
import { Problem } from "../../api/problems.ts";
import type { Product, SignedIn } from "../../api/product.ts";
import { byGroup } from "../../search/facets.ts";

export interface MemoryProduct extends Product {
  readonly members: Map<string, MemberRecord>;
  /** A session, as signing in would make it. */
  signIn(memberId: string): SignedIn;
}

const receiptSecret = new Uint8Array(32);

/** A receipt as an erasure gives it, always the same. */
export function aReceipt(at: string): ErasureReceipt {
  const erasure = {
    eventId: "00000000-0000-4000-8000-000000000042",
    position: 42,
    atMs: Date.parse(at),
    hash: "0123456789abcdef".repeat(4),
  };
  return issueReceipt(erasure, receiptSecret);
}

export interface MemoryProductOptions {
  readonly members?: readonly MemberRecord[];
  /** Everyone's password. */
  readonly password?: string;
  readonly cadreCode?: string;
  readonly resetToken?: string;
  /** Verifies the address of the first member. */
  readonly verificationToken?: string;
  /** Invites the first member. */
  readonly invitationToken?: string;
  readonly now?: Date;
  /** Whether the password was given lately, in every session. */
  readonly isConfirmed?: boolean;
}

export function createMemoryProduct(options: MemoryProductOptions = {}): MemoryProduct {
  const { password = "correct horse", cadreCode, resetToken = "good-token" } = options;
  const now = (options.now ?? new Date("2026-11-20T12:00:00Z")).toISOString();
  const members = new Map((options.members ?? []).map((member) => [member.memberId, member]));

  let { isConfirmed = true } = options;
  let sessions: readonly SessionSummary[] = [
    {
      id: "this",
      browser: "Firefox on Windows",
      createdAt: new Date(now),
      lastSeenAt: new Date(now),
    },
    { id: "other", browser: null, createdAt: new Date(now), lastSeenAt: new Date(now) },
  ];

  function find(memberId: string): MemberRecord {
    const member = members.get(memberId);
    if (member === undefined) throw new Refusal("member/not-found", "This account does not exist");
    return member;
  }

  function change(memberId: string, changes: Partial<MemberRecord>): MemberRecord {
    const changed = { ...find(memberId), ...changes, updatedAt: now };
    members.set(memberId, changed);
    return changed;
  }

  function signIn(memberId: string): SignedIn {
    const expiresAt = new Date(Date.parse(now) + 7 * 86_400_000);
    return { member: find(memberId), sessionToken: memberId, expiresAt, browserToken: "known" };
  }

  function checkCode(role: string, code: string | undefined): void {
    if (role === "cadre" && cadreCode !== undefined && code !== cadreCode) {
      throw new Problem(403, "The cadre code is not right", {
        fields: { cadreCode: "The cadre code is not right" },
      });
    }
  }

  function saveProfile(memberId: string, input: Readonly<Record<string, unknown>>): OwnProfile {
    const { isVisible = true, sharedFields = allShared, ...fields } = input;
    const member = find(memberId);
    const checked = checkProfile(fields, { role: member.role ?? "cadet", year: 2026 });
    if (!checked.ok) throw new Refusal("profile/invalid", "Some fields are wrong", checked.fields);
    const saved = change(memberId, {
      profile: {
        ...checked.profile,
        isVisible: isVisible !== false,
        sharedFields: { ...allShared, ...Object(sharedFields) },
        createdAt: member.profile?.createdAt ?? now,
        updatedAt: now,
        publicUpdatedAt: now,
      },
    });
    return ownProfile(saved) as OwnProfile;
  }

  async function answer(query: DirectoryQuery) {
    const profiles = listed(query);
    const first = (query.page - 1) * pageSize;
    return {
      profiles: profiles.slice(first, first + pageSize),
      total: profiles.length,
      page: query.page,
      facets: byGroup(() => []),
    };
  }

  function listed(query: DirectoryQuery) {
    return [...members.values()].flatMap((member) => {
      const profile = publicProfile(member);
      return profile && (query.role === undefined || member.role === query.role) ? [profile] : [];
    }).filter(({ user }) =>
      `${user.firstName} ${user.lastName}`.toLowerCase().includes(query.search.toLowerCase())
    );
  }

  function requirePassword(given: string, field: string): void {
    if (given === password) return;
    throw new Problem(400, wrongPassword, { fields: { [field]: wrongPassword } });
  }

  function invited(token: string): MemberRecord | undefined {
    const [first] = members.values();
    return token === options.invitationToken ? first : undefined;
  }

  return {
    members,
    signIn,
    invitations: {
      async find(token) {
        return invited(token);
      },
      async accept({ token, username, isVisible }) {
        const member = invited(token);
        if (member === undefined) throw new Problem(400, "Invalid or expired invitation");
        if (
          [...members.values()].some((other) => other !== member && other.username === username)
        ) {
          throw new Refusal("member/username-taken", "Username already taken", {
            username: "Username already taken",
          });
        }
        const profile = member.profile && { ...member.profile, isVisible };
        change(member.memberId, { username, emailVerified: true, profile });
        return signIn(member.memberId);
      },
      async decline(token) {
        const member = invited(token);
        if (member === undefined) throw new Problem(400, "Invalid or expired invitation");
        members.delete(member.memberId);
      },
    },
    accounts: {
      async register({ password: _, cadreCode: code, ...details }) {
        checkCode(details.role, code);
        for (const { username, email } of members.values()) {
          if (username === details.username) {
            throw new Refusal("member/username-taken", "Username already taken");
          }
          if (email === details.email) {
            throw new Refusal("member/email-taken", "Email already in use");
          }
        }
        const memberId = crypto.randomUUID();
        members.set(memberId, {
          ...details,
          memberId,
          emailVerified: false,
          profileImageUrl: null,
          mentoring: null,
          createdAt: now,
          updatedAt: now,
          profile: null,
        });
        return signIn(memberId);
      },
      async login(input) {
        const member = [...members.values()].find(({ username }) => username === input.username);
        if (member === undefined || input.password !== password) {
          throw new Problem(401, "Invalid username or password");
        }
        return signIn(member.memberId);
      },
      async logout() {},
      async authenticate(sessionToken) {
        const member = members.get(sessionToken);
        const confirmedAtMs = isConfirmed ? Date.parse(now) : 0;
        return member && { member, session: { id: "this", confirmedAtMs } };
      },
      async selectRole(memberId, { role, cadreCode: code }, { session }) {
        if (role === "cadre") requireConfirmed(session?.confirmedAtMs, new Date(now));
        checkCode(role, code);
        return change(memberId, { role });
      },
      async changeDetails(memberId, input, { session }) {
        if (input.email !== undefined && input.email !== find(memberId).email) {
          requireConfirmed(session?.confirmedAtMs, new Date(now));
        }
        const given = Object.entries(input).filter(([, value]) => value !== undefined);
        return change(memberId, Object.fromEntries(given));
      },
      async forgotPassword() {
        return { devToken: resetToken };
      },
      async resetPassword({ token }) {
        if (token !== resetToken) throw new Problem(400, "Invalid or expired reset token");
        return { browserToken: "known" };
      },
      async verifyEmail({ token }) {
        const [first] = members.keys();
        if (first === undefined || token !== options.verificationToken) {
          throw new Problem(400, "Invalid or expired verification link");
        }
        change(first, { emailVerified: true });
      },
      async resendVerification() {},
      hasIssued: (receipt) => isSigned(receipt, receiptSecret),
      async deleteAccount(memberId, { session }) {
        requireConfirmed(session?.confirmedAtMs, new Date(now));
        members.delete(memberId);
        return aReceipt(now);
      },
    },
    security: {
      async confirm(_, input) {
        requirePassword(input.password, "password");
        isConfirmed = true;
        return { id: "this", confirmedAtMs: Date.parse(now) };
      },
      async changePassword(_, { currentPassword }) {
        requirePassword(currentPassword, "currentPassword");
        return { browserToken: "known" };
      },
      async sessions() {
        return sessions;
      },
      async endSession(_, sessionId) {
        sessions = sessions.filter(({ id }) => id !== sessionId);
      },
      async endOtherSessions() {
        sessions = sessions.filter(({ id }) => id === "this");
      },
    },
    profiles: {
      async own(memberId) {
        return ownProfile(find(memberId));
      },
      async view(viewer, memberId) {
        const member = members.get(memberId);
        if (!member?.profile) throw new Problem(404, "Profile not found");
        const profile = viewProfile(viewer, member);
        if (profile !== undefined) return profile;
        throw new Problem(
          403,
          "This profile is not visible or you don't have permission to view it.",
        );
      },
      async create(memberId, input) {
        const profile = ownProfile(find(memberId));
        if (profile) throw new Problem(409, "You already have a profile", { profile });
        return saveProfile(memberId, input);
      },
      async change(memberId, input, _origin, ifVersions) {
        const { profile } = find(memberId);
        const stored = ownProfile(find(memberId));
        if (stored && ifVersions?.includes(stored.version) === false) {
          throw new Problem(412, "Your profile was changed elsewhere", { profile: stored });
        }
        if (profile === null) throw new Refusal("profile/not-found", "Profile not found");
        const { createdAt: _, updatedAt: __, publicUpdatedAt: ___, ...fields } = profile;
        return saveProfile(memberId, { ...fields, ...input });
      },
      async remove(memberId) {
        change(memberId, { profile: null });
      },
    },
    // Files are the API's own; here a picture is only a path.
    pictures: {
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
      async find() {
        return undefined;
      },
      async read() {
        return undefined;
      },
    },
    directory: {
      answer,
      async answerJson(query) {
        return createJsonAnswer(JSON.stringify(await answer(query)));
      },
      async suggestionsJson() {
        return createJsonAnswer('{"suggestions":[]}');
      },
      async listJson(query, { offset, limit }) {
        const profiles = listed(query);
        const page = profiles.slice(offset, offset + limit);
        return { profiles: JSON.stringify(page), total: profiles.length };
      },
    },
  };
}
