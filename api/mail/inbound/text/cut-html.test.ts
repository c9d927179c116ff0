import { describe, expect, it } from "vitest";
import { cutHtml } from "../testing/cut-body.ts";
import { replyMarker } from "./reply-marker.ts";

const read = (html: string) => cutHtml(html).text;

describe("HTML made plain", () => {
  it.each([
    ["<p>One</p><p>Two</p>", "One\n\nTwo"],
    ["<div>One</div><div><br></div><div>Two<br>Three</div>", "One\n\nTwo\nThree"],
    [
      '<p class="MsoNormal">One</p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal">Two</p>',
      "One\n\nTwo",
    ],
    ['<p class="MsoNormal">One</p><p class="MsoNormal">Two</p>', "One\nTwo"],
    ["<ul><li>One<li>Two</ul>Three", "- One\n- Two\n\nThree"],
    ["<table><tr><td>One</td><td>Two</td></tr><tr><td>Three</table>", "One Two\nThree"],
    ["<pre>a  b\n  c</pre>", "a  b\n  c"],
    ["one\r\n   two <b> three</b>", "one two three"],
    ['In <st1:place w:st="on">Georgia</st1:place> now', "In Georgia now"],
    [
      "2 &lt; 3 &amp; a < b, caf&eacute; &#x2014; &#8217;&#146; &nosuch; &amp",
      "2 < 3 & a < b, café — ’’ &nosuch; &amp",
    ],
  ])("reads %j", (html, text) => expect(read(html)).toBe(text));

  it("keeps the text of a link without its address", () => {
    expect(read('<a href="https://track.example.com/?u=sam@example.com">Our page</a>')).toBe(
      "Our page",
    );
  });

  it.each([
    ["a picture", '<img src="https://example.com/pixel.gif" alt="Sam.jpg">'],
    ["a script", "<script>if (a < b) secret()</script>"],
    ["a style sheet", "<style>.secret > p {}</style>"],
    ["the head", "<head><title>secret</title><meta name=secret></head>"],
    ["a comment", "<!-- secret > --><!--[if mso]><p>secret</p><![endif]--><![if !vml]><![endif]>"],
    ["what has no display", '<div style="color: red; display : NONE"><p>secret</p></div>'],
    ["what has no size", '<span style="font-size: 0px">secret<b>secret</b></span>'],
    ["what is hidden", "<p hidden>secret</p>"],
    ["what is hidden in Word", '<span style="mso-hide:all">secret</span>'],
  ])(
    "leaves out %s",
    (_, html) => expect(read(`One ${html} two`).replace(/\s+/g, " ")).toBe("One two"),
  );

  it("keeps sized text inside an element without size", () => {
    expect(read('<div style="font-size:0"><span style="font-size:14px">One</span></div>')).toBe(
      "One",
    );
  });

  it("closes wrongly nested elements where browsers do", () => {
    expect(read('<p style="display:none">secret<div>One</div>')).toBe("One");
    expect(read('<b><span style="display:none">secret<i></span>One</b></i> two')).toBe("One two");
    expect(read('<span style="display:none"><div>secret</span>secret</div></span>One')).toBe("One");
    expect(read("<head><title>secret</title><body>One")).toBe("One");
    expect(read("One</div></p></b></blockquote> two")).toBe("One\n\ntwo");
  });
});

/** Quotes below "Yes." and above "And this.", which both stay. */
const around: Record<string, string> = {
  "Gmail":
    '<div class="gmail_quote"><div class="gmail_attr">Op ma 5 jan schreef Sam:<br></div><blockquote class="gmail_quote">old</blockquote></div>',
  "Apple Mail":
    '<blockquote type="cite"><div>On Jan 5, 2026 Sam wrote:</div>old<blockquote>old</blockquote>old</blockquote>',
  "Thunderbird":
    '<div class="moz-cite-prefix">Op 5-1-26 schreef Sam:<br></div><blockquote cite="mid:a@b">old</blockquote>',
  "Yahoo":
    '<div class="ydp1yahoo_quoted yahoo_quoted"><div>On Monday Sam wrote:</div><div>old</div></div>',
  "a line at its left":
    '<blockquote style="margin: 0; border-left: 2px solid gray">old</blockquote>',
  "an attribution above it":
    "On Mon, Jan 5, 2026 at 1:07 PM Sam &lt;sam@example.com&gt; wrote:<blockquote>old<br>old</blockquote>",
  "our marker in a block that is set in":
    `<blockquote><p>old</p><p>${replyMarker}</p>old</blockquote>`,
  "Outlook's mark, quoted by Gmail":
    '<blockquote class="gmail_quote"><div id="x_divRplyFwdMsg">From: a</div>old</blockquote>',
};

describe("a quote in HTML", () => {
  it.each(Object.entries(around))("is cut if it has the marks of %s", (_, html) => {
    const { text, cut } = cutHtml(`<div>Yes.</div>${html}<div>And this.</div>`);
    expect(text).toBe("Yes.\n\nAnd this.");
    expect(cut).toEqual([{ is: "quote", text: expect.stringContaining("old") }]);
  });

  it("doesn't include the author's line above its head", () => {
    const head = "Op ma 5 jan 2026 13:07 schreef Sam &lt;sam@example.com&gt;:";
    const { text } = cutHtml(
      `<div>On Tuesday I wrote.</div><div class="gmail_attr">${head}</div><blockquote cite="a">old</blockquote>`,
    );
    expect(text).toBe("On Tuesday I wrote.");
  });

  it("extends to the end below Outlook's mark, in any language", () => {
    const { text } = cutHtml(
      '<div>Yes.</div><hr><div id="divRplyFwdMsg"><b>Fra:</b> Sam<br><b>Emne:</b> x</div><div>old</div></div><p>old</p>',
    );
    expect(text).toBe("Yes.");
  });

  it("extends to the end below the title of a forwarded mail", () => {
    const { text } = cutHtml(
      '<div>Yes.</div><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>' +
        "From: <b>Sam</b> &lt;sam@example.com&gt;<br>Date: Mon<br>Subject: x<br></div><br>old</div>",
    );
    expect(text).toBe("Yes.");
  });

  it.each([
    '<blockquote style="margin: 0 0 0 40px; border: none; padding: 0px">Mine</blockquote>',
    "<blockquote>Mine</blockquote>",
  ])("isn't a block that is only indented: %s", (html) => {
    expect(read(`<div>Yes.</div>${html}`)).toBe("Yes.\n\nMine");
  });
});

describe("a signature in HTML", () => {
  it.each([
    '<div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature"><div>Sam</div><p>Cell</p></div>',
    '<div class="moz-signature">-- <br>Sam<br>Cell</div>',
    '<div id="Signature"><div>Sam</div><div>Cell</div></div>',
    '<div id="ms-outlook-mobile-signature">Sam <a href="https://example.com">Cell</a></div>',
    "<div>-- <br></div><div>Sam</div><div>Cell</div>",
    "<p>--&nbsp;</p><p>Sam</p><p>Cell</p>",
  ])("is cut: %s", (html) => {
    expect(cutHtml(`<div>Yes.</div>${html}`)).toEqual({
      text: "Yes.",
      cut: [{ is: "signature", text: expect.stringMatching(/Sam\s+Cell$/) }],
    });
  });

  it("ends with its element", () => {
    expect(read('Yes.<div class="gmail_signature">Sam</div><div>And this.</div>')).toBe(
      "Yes.\n\nAnd this.",
    );
  });
});
