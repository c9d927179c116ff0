import { Hono } from "hono";
import type { ReactElement } from "react";
import { describe, expect, it } from "vitest";
import { publicUser } from "../events/members/privacy.ts";
import type { PageCache } from "./document.tsx";
import type { PageEnv } from "./page-env.ts";
import type { PagePart } from "./page-part.tsx";
import { HomePage, type HomePageProps } from "./pages/home/page.tsx";
import { LandingPage, type LandingPageProps } from "./pages/landing/page.tsx";
import { OwnProfilePage, type OwnProfilePageProps } from "./pages/own-profile/page.tsx";
import { SeenProfilePage, type SeenProfilePageProps } from "./pages/profile/page.tsx";
import { pageRenderer } from "./render.tsx";
import { aMember, aProfile } from "./testing/members.ts";
import { createMemoryProduct } from "./testing/product.ts";
import { noAssets } from "./testing/site.ts";
import { openDoor } from "../api/config/admissions.ts";

const brand = {
  programName: "TCU",
  universityName: "Texas Christian University",
  supportEmail: "support@example.edu",
  brandColor: "#4d1979",
  logo: { type: "image/svg+xml" as const, bytes: new Uint8Array(), tag: "one" },
};

/** A site that shows what it is given, and caches it as `cache` says. */
function siteShowing(shown: () => { content: ReactElement; cache?: PageCache }, look = brand) {
  const parts = new Map<string, PagePart>();
  const memory = createMemoryProduct();
  async function kept<T>(key: string, make: () => T | Promise<T>): Promise<T> {
    const part = parts.get(key) ?? await make();
    parts.set(key, part as PagePart);
    return part as T;
  }
  const product = { ...memory, pages: { kept } };
  const config = {
    cadreCodeRequired: false,
    passwordMinLength: 6,
    admission: openDoor,
    now: () => new Date("2026-11-20T12:00:00Z"),
    get programName() {
      return look.programName;
    },
    get universityName() {
      return look.universityName;
    },
    get supportEmail() {
      return look.supportEmail;
    },
    get brandColor() {
      return look.brandColor;
    },
    get logo() {
      return look.logo;
    },
  };
  const app = new Hono<PageEnv>();
  app.use(pageRenderer({ product: product as typeof memory, config, assets: noAssets }));
  app.onError((error) => new Response(error.message, { status: 500 }));
  app.get("/", (c) => {
    const { content, cache } = shown();
    return c.render(content, { title: "Page", ...(cache && { cache }) });
  });
  return async () => await (await app.request("/")).text();
}

/** Every prop of a page with another value; a prop that is missing here does not compile. */
type Changed<P> = { readonly [Name in keyof P]-?: P[Name] };

function thatShowsEachProp<P extends object>(
  Page: (props: P) => ReactElement,
  cache: PageCache,
  props: P,
  changed: Changed<P>,
) {
  return it.each(Object.keys(changed))(
    `${Page.name} of another "%s" is another page`,
    async (name) => {
      const other = { ...props, [name]: changed[name as keyof P] };
      let content = <Page {...props} />;
      const show = siteShowing(() => ({ content, cache }));
      const first = await show();
      expect(await show()).toBe(first);
      content = <Page {...other} />;
      expect(await show()).not.toBe(first);
      expect(await show()).toBe(await siteShowing(() => ({ content }))());
    },
  );
}

const alum = aMember({ memberId: "dana", role: "alumni", emailVerified: true });
const profile = {
  ...aProfile(),
  userId: "dana",
  user: publicUser(alum),
} as unknown as OwnProfilePageProps["profile"];
const someone = { id: "casey", firstName: "Casey", lastName: "Kim", profileImageUrl: null };
const waiting = {
  id: "connection",
  state: "asked",
  asker: false,
  with: someone,
  topics: [],
  at: "2026-11-19T12:00:00Z",
} as unknown as HomePageProps["waiting"][number];

describe("a cached page", () => {
  thatShowsEachProp<LandingPageProps>(LandingPage, { isPublic: true }, {
    programName: "TCU",
    cadreCodeRequired: false,
    passwordMinLength: 6,
    mode: "register",
    isByInvitation: false,
    hasReceipt: false,
    needsFirstStaff: false,
    people: 120,
  }, {
    programName: "SMU",
    cadreCodeRequired: true,
    passwordMinLength: 8,
    mode: "login",
    isByInvitation: true,
    sent: { values: { username: "kim" }, fields: {} },
    hasReceipt: true,
    needsFirstStaff: true,
    people: 130,
  });

  thatShowsEachProp<HomePageProps>(HomePage, {}, {
    programName: "TCU",
    hasProfile: true,
    waiting: [],
    byRole: { role: "cadre", staff: null },
    unconfirmed: undefined,
    refusedAddress: undefined,
    announcement: null,
  }, {
    programName: "SMU",
    logo: "/logo?v=two",
    hasProfile: false,
    waiting: [waiting],
    byRole: { role: "cadet", open: [], suggestions: { people: [], questions: [] } },
    unconfirmed: { email: "kim@example.com", isMailed: true },
    refusedAddress: "kim@example.com",
    announcement: { text: "Dining-in on Friday", until: "2026-12-24" },
  });

  thatShowsEachProp<SeenProfilePageProps>(SeenProfilePage, { isPerViewer: true }, {
    profile,
    isOwner: false,
    takesRequests: false,
    back: "/directory",
  }, {
    profile: { ...profile, bio: "Another life" },
    isOwner: true,
    takesRequests: true,
    conversation: "/connections/one",
    unconfirmed: { email: "pat@example.com", isMailed: true },
    back: "/alumni?page=2",
  });

  thatShowsEachProp<OwnProfilePageProps>(OwnProfilePage, { isOwn: true }, {
    profile,
    tab: "professional" as OwnProfilePageProps["tab"],
    programName: "TCU",
    address: { email: "dana@example.com", isMailed: true },
    hasOffer: false,
  }, {
    profile: { ...profile, rank: "MAJ" },
    tab: "privacy",
    programName: "SMU",
    address: { email: "other@example.com", isMailed: true },
    unconfirmed: { hasCode: true },
    hasOffer: true,
  });

  it.each(Object.keys(brand) as (keyof typeof brand)[])(
    "of another %s has another frame",
    async (name) => {
      const look = { ...brand };
      const content = <p>Hello</p>;
      const show = siteShowing(() => ({ content }), look);
      const showPublic = siteShowing(
        () => ({ content: <Hello />, cache: { isPublic: true } }),
        look,
      );
      const before = [await show(), await showPublic()];
      const others = { ...brand, logo: { ...brand.logo, tag: "two" } };
      Object.assign(look, { [name]: name === "logo" ? others.logo : `#00000${name.length}` });
      expect(await show()).not.toBe(before[0]);
      expect(await showPublic()).not.toBe(before[1]);
    },
  );

  it("is refused with a prop that would be missing in its key", async () => {
    const content = <Hello name={() => "Kim"} />;
    expect(await siteShowing(() => ({ content, cache: {} }))()).toBe(
      'The prop "name" of a cached page is not JSON',
    );
  });
});

function Hello({ name = () => "nobody" }: { readonly name?: () => string }) {
  return <p>Hello {name()}</p>;
}
