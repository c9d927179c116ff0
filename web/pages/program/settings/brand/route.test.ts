import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { appForTest } from "../../../../../api/testing/app-for-test.ts";
import { passwordGivenLongAgo } from "../../../../../api/testing/password-given-long-ago.ts";
import { settingsStream } from "../../../../../events/program/setting-events.ts";
import { programSettings, textOf } from "../../../../testing/program-settings.ts";

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
  it("are on every page and in every mail at once, here and on another node", async () => {
    const { testApp, read, send, stan } = await programSettings();
    const other = await appForTest({ beside: testApp });
    expect((await send(path, named, stan.session())).status).toBe(303);
    const landing = (await read("/")).html;
    expect(landing).toContain("<title>UNT Army ROTC Alumni Connect</title>");
    expect(landing).toContain("Connect with UNT Army ROTC Alumni");
    expect(landing).toContain("<span>University of North Texas</span>");
    expect(landing).toContain("--accent-9:#00853e;");
    expect(landing).not.toMatch(/TCU|Texas Christian/);
    for (const page of ["/", "/directory", "/alumni", "/profile", "/program", "/receipt"]) {
      expect(textOf((await read(page, stan.session())).html)).not.toMatch(/TCU|Texas Christian/);
    }
    await other.follow();
    expect(other.settings.brand()).toMatchObject({
      programName: { value: "UNT", from: "staff" },
      isNamed: true,
    });
    await testApp.member({ email: "new@example.com" });
    await testApp.settled();
    const mail = testApp.mails.find(({ to }) => to === "new@example.com");
    expect(mail).toMatchObject({ fromName: "UNT Army ROTC Alumni Connect" });
    expect(mail?.subject).toContain("UNT Army ROTC");
    expect(mail?.text).not.toContain("TCU");
  });

  it("can be seen before they are saved", async () => {
    const { testApp, read, stan } = await programSettings();
    const query = new URLSearchParams({ ...named, was: "" });
    const { status, html } = await read(`${path}?${query}`, stan.session());
    expect(status).toBe(200);
    expect(html).toContain("Preview: not saved yet");
    expect(html).toContain("Connect with UNT Army ROTC Alumni");
    expect(html).toMatch(/<style[^>]*>\.radix-themes\.radix-themes \.brand-preview\{[^<]*#00853e/);
    expect([valueOf(html, "programName"), valueOf(html, "brandColor")]).toEqual(["UNT", "#00853e"]);
    expect(testApp.settings.brand().isNamed).toBe(false);
  });

  it("refuse a color that no one could read, beside the field and before it is saved", async () => {
    const { testApp, read, send, stan } = await programSettings();
    const light = { ...named, brandColor: "#ffee00" };
    const message = "Must be darker: #ffee00 is hard to see on white";
    const preview = await read(`${path}?${new URLSearchParams(light)}`, stan.session());
    expect(preview.html).toContain(message);
    const { status, html } = await send(path, light, stan.session());
    expect([status, valueOf(html, "programName")]).toEqual([400, "UNT"]);
    expect(html).toContain(message);
    expect((await send(path, { ...named, brandColor: "url(x)" }, stan.session())).status).toBe(400);
    const long = { ...named, programName: "x".repeat(101) };
    expect((await send(path, long, stan.session())).html).toContain("at most 100 characters");
    expect(testApp.settings.brand().isNamed).toBe(false);
  });

  it("color the button in emails, unless white text on it is hard to read", async () => {
    const { testApp, send, stan } = await programSettings();
    const buttonColor = async (brandColor: string, username: string) => {
      await send(path, { ...named, brandColor }, stan.session());
      await testApp.member({ username, email: `${username}@example.com` });
      await testApp.settled();
      const mail = testApp.mails.find(({ to }) => to === `${username}@example.com`);
      return /background: (#\w+); color: #ffffff/.exec(mail?.html ?? "")?.[1];
    };
    expect(await buttonColor("#006633", "green")).toBe("#006633");
    expect(await buttonColor("#e25822", "orange")).toBe("#5b2a86");
  });

  it("are saved without characters that no one sees", async () => {
    const { testApp, send, stan } = await programSettings();
    const hidden = {
      ...named,
      programName: "U\u200bN\u202eT\u202c",
      universityName: "\u2066UNT\u2069",
    };
    await send(path, hidden, stan.session());
    const { programName, universityName } = testApp.settings.brand();
    expect([programName.value, universityName.value]).toEqual(["UNT", "UNT"]);
  });

  it("go back to the defaults, one by one, and the history says who did what", async () => {
    const { testApp, read, send, stan } = await programSettings();
    await send(path, named, stan.session());
    await send(
      path,
      { ...named, programName: "", usesDefaultColor: "on", was: "" },
      stan.session(),
    );
    expect(testApp.settings.brand()).toMatchObject({
      programName: { value: "TCU", from: "default" },
      universityName: { value: "University of North Texas", from: "staff" },
      brandColor: { value: null, from: "default" },
    });
    const history = textOf((await read("/program/history", stan.session())).html);
    expect(history).toContain("changed the program name from “UNT” to the default");
    expect(history).toContain("changed the color from “#00853e” to the default");
  });

  it("leave alone what no one typed, such as the color that the field shows", async () => {
    const { testApp, send, stan, page } = await programSettings();
    const was = valueOf(await page(path), "was")?.replaceAll("&amp;", "&") ?? "";
    await send(path, {
      does: "brand",
      was,
      programName: "UNT",
      universityName: "",
      brandColor: "#4d1979",
    }, stan.session());
    expect(testApp.settings.brand()).toMatchObject({
      programName: { from: "staff" },
      universityName: { from: "default" },
      brandColor: { from: "default" },
    });
  });

  it("are those of the server where variables are set, which the page says", async () => {
    const { testApp, send, stan, page } = await programSettings({
      brand: { programName: "TCU", brandColor: "#4d1979", supportEmail: "rotc@example.edu" },
    });
    const text = textOf(await page(path));
    expect(text).toContain("Set by PROGRAM_NAME on the server. Change it there");
    expect(text).toContain("Set by BRAND_COLOR on the server");
    expect(textOf(await page())).toContain("Set by SUPPORT_EMAIL on the server");
    const refused = await send(path, named, stan.session());
    expect([refused.status, await page("/")]).toEqual([409, expect.stringContaining("TCU Army")]);
    const support = { does: "support", supportEmail: "other@example.edu" };
    expect((await send("/program/settings", support, stan.session())).status).toBe(409);
    const university = { does: "brand", universityName: "Another", programName: "", was: "" };
    expect((await send(path, university, stan.session())).status).toBe(409);
    const only = { ...university, was: "programName=&brandColor=" };
    expect((await send(path, only, stan.session())).status).toBe(303);
    expect(testApp.settings.brand().universityName.value).toBe("Another");
  });

  it("ask for the password, and are refused to anyone who is not staff", async () => {
    const { testApp, send, read, stan } = await programSettings();
    const uma = await testApp.member({ role: "cadet" });
    expect((await read(path, uma.session())).status).toBe(404);
    for (
      const [at, form] of [[path, named], [logoPath, { logo: file(await drawn("png")) }]] as const
    ) {
      expect((await send(at, form, uma.session())).status).toBe(404);
    }
    await passwordGivenLongAgo(testApp);
    const asked = await send(path, named, stan.session());
    expect([asked.status, asked.html]).toEqual([403, expect.stringContaining("UNT")]);
    expect((await send(logoPath, { does: "confirm" }, stan.session())).status).toBe(403);
    expect((await read(path, stan.session())).html).not.toContain('type="file"');
    expect(testApp.settings.brand().isNamed).toBe(false);
  });
});

describe("a program's logo", () => {
  it.each(["png", "jpeg", "webp"] as const)(
    "is drawn again from a %s, for everyone",
    async (format) => {
      const { testApp, read, request, send, stan } = await programSettings();
      const bytes = await drawn(format);
      expect((await send(logoPath, { logo: file(bytes) }, stan.session())).status).toBe(303);
      const src = /<img class="brand-mark" src="([^"]+)"/.exec((await read("/")).html)?.[1] ?? "";
      expect((await read("/")).html).toContain(
        `<link rel="icon" type="image/webp" href="${src}"/>`,
      );
      const answer = await request(src);
      expect(answer.headers.get("Content-Type")).toBe("image/webp");
      const shown = await sharp(new Uint8Array(await answer.arrayBuffer())).metadata();
      expect(shown).toMatchObject({ format: "webp", width: 256, height: 256 });
      expect(shown.exif).toBeUndefined();
      const other = await appForTest({ beside: testApp });
      expect((await other.product.settings.logo())?.type).toBe("image/webp");
    },
  );

  it("is replaced and removed, and nothing stays of the one before; a sweep leaves it", async () => {
    const { testApp, send, request, stan, page } = await programSettings();
    const stored = async () =>
      (await Array.fromAsync(testApp.objects.list(`pictures/${settingsStream}/`))).length;
    await send(logoPath, { logo: file(await drawn("png")) }, stan.session());
    const [first] = await Promise.all(
      ["#111111", "#222222"].map(async (color) =>
        await send(logoPath, { logo: file(await drawn("png", color)) }, stan.session())
      ),
    );
    expect(first?.status).toBe(303);
    await testApp.sweep();
    expect((await request("/logo")).status).toBe(200);
    await send(logoPath, { does: "remove" }, stan.session());
    expect((await request("/logo")).status).toBe(404);
    expect(await page("/")).toContain("brand-mark-shield");
    expect(await stored()).toBeLessThanOrEqual(1);
    const history = textOf(await page("/program/history"));
    expect(history).toContain("uploaded a logo");
    expect(history).toContain("removed the logo");
  });

  it("refuses what is no picture, or more than one thing, and says what to do", async () => {
    const { testApp, send, stan } = await programSettings();
    const text = (words: string) => new TextEncoder().encode(words);
    const png = await drawn("png");
    for (
      const [bytes, status] of [
        [text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 415],
        [text("%PDF-1.4\n%%EOF"), 415],
        [png.subarray(0, 60), 400],
        [new Uint8Array([...png, ...text("<script>alert(1)</script>")]), 415],
        [new Uint8Array(0), 400],
      ] as const
    ) {
      const answer = await send(logoPath, { logo: file(bytes) }, stan.session());
      expect([answer.status, answer.html.includes('aria-invalid="true"')]).toEqual([status, true]);
    }
    const large = new Uint8Array(5 * 1024 * 1024 + 1);
    expect((await send(logoPath, { logo: file(large) }, stan.session())).status).toBe(413);
    expect(testApp.settings.brand().logo.value).toBeNull();
  });
});
