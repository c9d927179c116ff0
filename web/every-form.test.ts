/**
 * Posts every form with changed values, as a browser without script does, and expects them to
 * arrive.
 */
import {
  type Document,
  type HTMLFormElement,
  type HTMLInputElement,
  type HTMLOptionElement,
  Window,
} from "happy-dom";
import { describe, expect, it } from "vitest";
import { secrets } from "./pages/form.ts";
import { expectTexts } from "./testing/expect-answer.ts";
import { origin } from "./testing/site.ts";
import { textOf } from "./testing/staff-site.ts";
import { cadetId, mentorId, siteWithTwo } from "./testing/conversations.ts";
import { aMember, anAlum } from "./testing/members.ts";

const since = "2026-03-01T12:00:00.000Z";
const site = await siteWithTwo({}, [
  anAlum("alum"),
  aMember({ memberId: "undecided", role: null }),
  aMember({ memberId: "stan", role: "cadre", isCadreConfirmed: true, emailVerified: true }),
  aMember({ memberId: "waiting", admission: { state: "waiting", needs: "approval", since } }),
], { cadreCode: "hold fast" });

interface FormCase {
  /** The member who posts it; signed out by default. */
  readonly as?: string;
  readonly page: string | (() => Promise<string>);
  readonly action: string;
  /** Value of its button or hidden field, which distinguishes it from others on its page. */
  readonly does?: string;
  /** Values with which the others are accepted, or all are returned. */
  readonly typed?: Readonly<Record<string, string>>;
  /** Texts of the next page, for a form that is gone or empty then. */
  readonly says?: readonly string[];
}

let id: string | undefined;
const asked = async () => `/connections/${id ??= await site.ask()}`;
const askedAgain = async () => {
  const request = { memberId: "alum", topics: [], note: "May I ask you?" };
  return `/connections/${(await site.connections.ask(cadetId, request, origin)).id}`;
};
/** A question that goes to staff immediately, since no one offers its topic. */
const questionForStaff = async () => {
  const question = { topic: "Graduate School", text: "Where?" };
  await site.product.questions.ask(cadetId, question, origin);
  return "/program/questions";
};
const staff = { as: "stan", page: "/program/settings", action: "/program/settings" } as const;

const rows: readonly FormCase[] = [
  { page: "/", action: "/login" },
  { page: "/?mode=register", action: "/register", typed: { password: "short" } },
  { page: "/forgot-password", action: "/forgot-password", typed: { email: "nobody" } },
  { as: "undecided", page: "/select-role", action: "/select-role" },
  {
    as: cadetId,
    page: "/connections/new?to=alum",
    action: "/connections/new",
    typed: { note: "x".repeat(1001) },
  },
  {
    as: cadetId,
    page: "/connections/question",
    action: "/connections/question",
    does: "preview",
    typed: { text: "x".repeat(1001) },
  },
  {
    as: "stan",
    page: questionForStaff,
    action: "/program/questions",
    does: "close",
    says: ["No questions are waiting"],
  },
  { as: mentorId, page: asked, action: "", does: "accept", says: ["zznote", "In conversation"] },
  { as: mentorId, page: asked, action: "", does: "message", says: ["zztext"] },
  { as: mentorId, page: asked, action: "", does: "report", says: ["This conversation has ended"] },
  { as: "alum", page: askedAgain, action: "", does: "decline", says: ["zznote", "You declined"] },
  { as: "alum", page: "/profile/edit", action: "/profile/account" },
  {
    as: "alum",
    page: "/profile/edit",
    action: "/profile/edit",
    typed: { classYear: "2016", linkedinUrl: "https://www.linkedin.com/in/zz" },
  },
  { as: "alum", page: "/contacts", action: "/contacts" },
  { as: "alum", page: "/mentoring", action: "/mentoring" },
  { as: "stan", page: "/program", action: "/program/people", does: "refuse", says: ["zzwords"] },
  {
    ...staff,
    does: "admission",
    typed: { admission: "approved", admissionDomains: "example.org" },
  },
  { ...staff, does: "announce", says: ["zztext", "Dec 24"] },
  { ...staff, does: "add-topic", says: ["zzlabel"] },
  { ...staff, does: "support" },
  {
    as: "stan",
    page: "/program/commissioning",
    action: "/program/commissioning",
    does: "commissioning-date",
    typed: { classYear: "2026" },
    says: ["Class of 2026, December 24, 2026"],
  },
  { ...staff, does: "privacy" },
  { ...staff, does: "limits", typed: numbers("openRequests", "requestsAWeek", "askAgainDays") },
  { ...staff, does: "backups", typed: { backupWeeks: "7" } },
  {
    as: "stan",
    page: "/program/settings/brand",
    action: "/program/settings/brand",
    typed: { usesDefaultColor: "" },
  },
  {
    as: "stan",
    page: "/program/mail/answers",
    action: "/program/mail/answers",
    typed: { address: "nobody" },
  },
  {
    as: "stan",
    page: "/program/invitations",
    action: "/program/invitations",
    typed: { email: "nobody" },
  },
];

function numbers(...names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, "9"]));
}

const parse = (html: string) =>
  new new Window().DOMParser().parseFromString(html, "text/html") as unknown as Document;

function formOf(document: Document, { action, does }: FormCase): HTMLFormElement | undefined {
  const forms = [...document.querySelectorAll("main form")] as unknown as HTMLFormElement[];
  return forms.find((form) =>
    (action === "" || form.getAttribute("action") === action) &&
    controlsOf(form).length > 0 &&
    (does === undefined || form.querySelector(`[value="${does}"]`) !== null)
  );
}

type Control = HTMLInputElement;

/** Controls that a person can change, and that are shown again. */
function controlsOf(form: HTMLFormElement): Control[] {
  const all = [...form.querySelectorAll("input, select, textarea")] as unknown as Control[];
  return all.filter(({ type, name, readOnly, hidden }) =>
    !["hidden", "file", "submit"].includes(type) && name !== "" && !readOnly && !hidden
  );
}

const byType: Readonly<Record<string, string>> = {
  email: "zz@example.org",
  url: "https://example.com/zz",
  tel: "(817) 555-0142",
  color: "#123456",
  date: "2026-12-24",
};

const optionsOf = (select: Control) =>
  [...select.querySelectorAll("option")] as unknown as HTMLOptionElement[];
// Reads attributes, since a list's own value is always the first one.
const chosenIn = (select: Control) =>
  optionsOf(select).find((option) => option.hasAttribute("selected")) ?? optionsOf(select)[0];

function choose(select: Control, value: string | undefined): void {
  if (value === undefined) return;
  for (const option of optionsOf(select)) {
    option.toggleAttribute("selected", option.value === value);
  }
}

const valueOf = (control: Control) =>
  control.matches("select") ? chosenIn(control)?.value ?? "" : control.value;

/** Changes every value that the case doesn't set. */
function change(form: HTMLFormElement, typed: FormCase["typed"] = {}): void {
  const radios = new Map<string, Control>();
  for (const control of controlsOf(form)) {
    const { type, name, checked } = control;
    if (type === "checkbox") control.checked = !checked && typed[name] !== "";
    else if (type === "radio") {
      if (!checked) radios.set(name, control);
    } else if (control.matches("select")) {
      const others = optionsOf(control).filter((one) =>
        one !== chosenIn(control) && one.value !== ""
      );
      choose(control, typed[name] ?? others.at(-1)?.value);
    } else control.value = typed[name] ?? byType[type] ?? `Zz${name}`.toLowerCase();
  }
  for (const radio of radios.values()) radio.checked = true;
}

/** A form's values by name. */
function shownIn(form: HTMLFormElement) {
  return controlsOf(form).filter(({ name }) => !secrets.has(name)).map((control) => {
    const { type, name, checked } = control;
    const value = valueOf(control);
    return ["checkbox", "radio"].includes(type)
      ? `${name}=${value}: ${checked}`
      : `${name}: ${value}`;
  });
}

/** What a browser sends: fields that have a value, and the pressed button. */
function entriesOf(form: HTMLFormElement, does: string | undefined): [string, string][] {
  const all = [...form.querySelectorAll("[name]")] as unknown as Control[];
  return all.filter(({ tagName, type, value, checked }) => {
    if (tagName === "BUTTON") return value === does;
    return type !== "file" && (!["checkbox", "radio"].includes(type) || checked);
  }).map((control) => [control.name, valueOf(control)]);
}

/** Parts of a page that only look like controls, and post their initial values. */
const lookalikes = "[role=switch], [role=checkbox], [role=radio], [role=combobox], [role=slider]";

describe("a form without script", () => {
  it.each(rows)("sends changed values: $page $does", async (row) => {
    const page = typeof row.page === "string" ? row.page : await row.page();
    const form = formOf(parse(await site.page(page, row.as)), row);
    if (form === undefined) throw new Error("No such form");
    const notNative = [...form.querySelectorAll(lookalikes)].filter((one) =>
      !one.matches("input, select")
    );
    expect(notNative.map(({ outerHTML }) => outerHTML)).toEqual([]);
    const before = shownIn(form);
    change(form, row.typed);
    const given = shownIn(form);
    expect(given).not.toEqual(before);

    const action = form.getAttribute("action") || page;
    const answer = await site.send(action, entriesOf(form, row.does), row.as);
    const html = answer.status === 303 ? await site.page(page, row.as) : answer.html;
    if (row.says) expectTexts(`${answer.status} ${textOf(html)}`, ["303", ...row.says]);
    if (row.says) return;
    const next = formOf(parse(html), row);
    expect([answer.status, next && shownIn(next)]).toEqual([answer.status, given]);
  });

  it("is listed here, has nothing to choose, or is tested with its page", () => {
    const posted = site.routes.filter(({ method }) => method === "POST").map(({ path }) => path);
    const known = new Set([...rows.map(({ action }) => action), ...buttonsAlone, ...testedBeside]);
    const isPage = (path: string) => !/^\/(api|mail)\/|:/.test(path);
    expect([...new Set(posted)].filter((path) => isPage(path) && !known.has(path))).toEqual([]);
  });
});

const buttonsAlone = [
  ...["/theme", "/logout", "/verify-email", "/verify-email/resend", "/directory/uncovered"],
  ...["/invitation/unsubscribe", "/invitation/decline", "/connections/unblock", "/restore"],
  ...["/restore/state", "/profile/listed", "/profile/picture/remove", "/profile/delete"],
  ...["/profile/data"],
  ...["/profile/delete-account", "/profile/security/staff-notices", "/program/setup"],
  ...["/profile/confirm", "/profile/security/program-mails"],
  ...["/profile/visibility", "/profile/addresses/change"],
  "/profile/show-reminder",
  ...["/profile/security/end-session", "/program/mail", "/program/surge"],
];
/** Forms with files, only secrets, or a mailed link's token. */
const testedBeside = [
  "/commissioning",
  ...["/undo-address", "/profile/addresses", "/profile/addresses/confirm"],
  ...["/code", "/code/enter", "/profile/security/first-password"],
  ...["/restore/backup", "/reset-password", "/invitation", "/first-staff", "/check-inbox"],
  ...["/program/import", "/program/settings/logo", "/program/secret", "/program/mail/set-up"],
  ...["/program/mail/oauth", "/program/reports", "/profile/cadre-code"],
  ...["/login/passkey", "/profile/security/passkeys", "/profile/security/password"],
];
