import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { createDrawingClient } from "../../../../../api/drawing/drawing-client.ts";
import { appForTest } from "../../../../../api/testing/app-for-test.ts";
import { passwordGivenLongAgo } from "../../../../../api/testing/password-given-long-ago.ts";
import { settingsStream } from "../../../../../events/program/setting-events.ts";
import { staffSite, textOf } from "../../../../testing/staff-site.ts";
import { expectAnswer, expectTexts } from "../../../../testing/expect-answer.ts";

const path = "/program/settings/brand";
const logoPath = "/program/settings/logo";
const named = {
  does: "brand",
  programName: "UNT",
  universityName: "University of North Texas",
  brandColor: "#00853e",
};

const drawn = (format: "png" | "jpeg" | "webp", background = "#00853e") =>
  sharp({ create: { width: 300, height: 120, channels: 3, background } })
    .withExif({ IFD0: { Artist: "Somebody" } }).toFormat(format).toBuffer();
const file = (bytes: Uint8Array, name = "logo.png") => new File([new Uint8Array(bytes)], name);
const valueOf = (html: string, name: string) => {
  const field = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? "";
  return /value="([^"]*)"/.exec(field)?.[1];
};

describe("a program's name and color", () => {
  it("are on every page and in every mail immediately, here and on another node", async () => {
    const { testApp, read, post, page } = await staffSite();
    const other = await appForTest({ beside: testApp });
    expect((await post(path, named)).status).toBe(303);
    const landing = (await read("/")).html;
    expectTexts(landing, [
      ...["<title>UNT Army ROTC Alumni Connect</title>", "Connect with UNT Army ROTC Alumni"],
      ...["<span>University of North Texas</span>", "--accent-9:#00853e;"],
    ]);
    expect(landing).not.toMatch(/TCU|Texas Christian/);
    for (const at of ["/", "/directory", "/alumni", "/profile", "/program"]) {
      expect(textOf(await page(at))).not.toMatch(/TCU|Texas Christian/);
    }
    await other.follow();
    expect(other.settings.brand().programName).toBe("UNT");
    await testApp.member({ email: "new@example.com" });
    await testApp.settled();
    const mail = testApp.mails.find(({ to }) => to === "new@example.com");
    expect(mail).toMatchObject({ fromName: "UNT Army ROTC Alumni Connect" });
    expect(mail?.subject).toContain("UNT Army ROTC");
    expect(mail?.text).not.toContain("TCU");
  });

  it("can be previewed before they are saved, and refuse an unreadable color", async () => {
    const { testApp, page, post } = await staffSite();
    const seen = await page(`${path}?${new URLSearchParams({ ...named, was: "" })}`);
    expectTexts(seen, ["Preview: not saved yet", "Connect with UNT Army ROTC Alumni"]);
    expect(seen).toMatch(/<style[^>]*>\.radix-themes\.radix-themes \.brand-preview\{[^<]*#00853e/);
    expect([valueOf(seen, "programName"), valueOf(seen, "brandColor")]).toEqual(["UNT", "#00853e"]);
    const light = { ...named, brandColor: "#ffee00" };
    const message = "Must be darker: #ffee00 is hard to see on white";
    expect(await page(`${path}?${new URLSearchParams(light)}`)).toContain(message);
    const { status, html } = await post(path, light);
    expect([status, valueOf(html, "programName")]).toEqual([422, "UNT"]);
    expect(html).toContain(message);
    expect((await post(path, { ...named, brandColor: "url(x)" })).status).toBe(422);
    const long = { ...named, programName: "x".repeat(101) };
    expect((await post(path, long)).html).toContain("at most 100 characters");
    expect(testApp.settings.brand().programName).toBe("TCU");
  });

  it.each([
    ["UNT Army ROTC", "UNT"],
    ["Army ROTC", "Army ROTC"],
    ["Army ROTC of Guam", "Army ROTC of Guam"],
    ["U\u200bN\u202eT\u202c Army ROTC", "UNT"],
  ])("are without what pages add, and without invisible characters: %j", async (typed, name) => {
    const { testApp, post } = await staffSite();
    expect((await post(path, { ...named, programName: typed })).status).toBe(303);
    expect(testApp.settings.brand().programName).toBe(name);
  });

  it("color the button in emails, unless white text on it is hard to read", async () => {
    const { testApp, post } = await staffSite();
    const buttonColor = async (brandColor: string, username: string) => {
      await post(path, { ...named, brandColor });
      await testApp.member({ username, email: `${username}@example.com` });
      await testApp.settled();
      const mail = testApp.mails.find(({ to }) => to === `${username}@example.com`);
      return /class="button"[^>]* bgcolor="(#\w+)"/.exec(mail?.html ?? "")?.[1];
    };
    expect(await buttonColor("#006633", "green")).toBe("#006633");
    expect(await buttonColor("#e25822", "orange")).toBe("#5b2a86");
  });

  it("can be reset to the defaults, one by one, as the history shows", async () => {
    const { testApp, post, page } = await staffSite();
    await post(path, named);
    await post(path, { ...named, programName: "", usesDefaultColor: "on", was: "" });
    expect(testApp.settings.brand()).toMatchObject({
      programName: "TCU",
      universityName: "University of North Texas",
      brandColor: undefined,
    });
    expectTexts(textOf(await page("/program/history")), [
      "changed the program name from “UNT” to the default",
      "changed the color from “#00853e” to the default",
    ]);
  });

  it("don't save untouched values, such as the color that the field shows", async () => {
    const { testApp, page, post } = await staffSite();
    const was = valueOf(await page(path), "was")?.replaceAll("&amp;", "&") ?? "";
    await post(path, { ...named, was, universityName: "", brandColor: "#4d1979" });
    const { programName, universityName, brandColor } = testApp.settings.brand();
    expect([programName, universityName, brandColor])
      .toEqual(["UNT", "Texas Christian University", undefined]);
  });

  it("require the password", async () => {
    const { testApp, post, page } = await staffSite();
    await passwordGivenLongAgo(testApp);
    const asked = await post(path, named);
    expect([asked.status, asked.html]).toEqual([403, expect.stringContaining("UNT")]);
    expect((await post(logoPath, { does: "confirm" })).status).toBe(403);
    expect(await page(path)).not.toContain('type="file"');
    expect(testApp.settings.brand().programName).toBe("TCU");
  });
});

describe("a program's logo", () => {
  it("is re-encoded from a PNG, JPEG or WebP picture, and visible to everyone", async () => {
    const { testApp, read, request, post } = await staffSite();
    for (const format of ["png", "jpeg", "webp"] as const) {
      expect((await post(logoPath, { logo: file(await drawn(format)) })).status).toBe(303);
      const { html } = await read("/");
      const src = /<img class="brand-mark" src="([^"]+)"/.exec(html)?.[1] ?? "";
      expect(html).toContain(`<link rel="icon" type="image/webp" href="${src}"/>`);
      const answer = await request(src);
      expect(answer.headers.get("Content-Type")).toBe("image/webp");
      const shown = await sharp(new Uint8Array(await answer.arrayBuffer())).metadata();
      expect(shown).toMatchObject({ format: "webp", width: 256, height: 256 });
      expect(shown.exif).toBeUndefined();
    }
    const other = await appForTest({ beside: testApp });
    expect(await other.product.settings.logo()).toBeDefined();
  });

  it("can be replaced and removed without leaving the previous one; a sweep keeps it", async () => {
    const { testApp, request, page, post } = await staffSite();
    const stored = async () =>
      (await Array.fromAsync(testApp.objects.list(`pictures/${settingsStream}/`))).length;
    await post(logoPath, { logo: file(await drawn("png")) });
    const [first] = await Promise.all(
      ["#111111", "#222222"].map(async (color) =>
        await post(logoPath, { logo: file(await drawn("png", color)) })
      ),
    );
    expect(first?.status).toBe(303);
    await testApp.sweep();
    expect((await request("/logo")).status).toBe(200);
    await post(logoPath, { does: "remove" });
    expect((await request("/logo")).status).toBe(404);
    expect(await page("/")).toContain("brand-mark-shield");
    expect(await stored()).toBeLessThanOrEqual(1);
    const history = textOf(await page("/program/history"));
    expectTexts(history, ["uploaded a logo", "removed the logo"]);
  });

  it("is decoded outside of the service, and can be retried while that is unavailable", async () => {
    const { testApp, post } = await staffSite({ draw: createDrawingClient(undefined, () => {}) });
    const answer = await post(logoPath, { logo: file(await drawn("png")) });
    expectAnswer(answer, 503, "Pictures can&#x27;t be drawn right now. Try again in a minute.");
    expect(testApp.settings.brand().logo).toBeUndefined();
  });

  it("rejects other files, and more than one file, with advice", async () => {
    const { testApp, post } = await staffSite();
    const text = (words: string) => new TextEncoder().encode(words);
    const png = await drawn("png");
    for (
      const [bytes, status] of [
        [text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 415],
        [text("%PDF-1.4\n%%EOF"), 415],
        [png.subarray(0, 60), 422],
        [new Uint8Array([...png, ...text("<script>alert(1)</script>")]), 415],
        [new Uint8Array(0), 422],
      ] as const
    ) {
      expectAnswer(await post(logoPath, { logo: file(bytes) }), status, 'aria-invalid="true"');
    }
    const large = new Uint8Array(5 * 1024 * 1024 + 1);
    expect((await post(logoPath, { logo: file(large) })).status).toBe(413);
    expect(testApp.settings.brand().logo).toBeUndefined();
  });
});
