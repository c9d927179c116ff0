import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  deflated,
  onePage,
  packedPdf,
  pdfStream,
  pdfWithTable,
  withUpdate,
} from "../testing/pdfs.ts";
import { aPdf } from "../testing/pictures.ts";
import { openInPdfium } from "../testing/pdfium.ts";
import { checkPdf } from "./check-pdf.ts";

const script = "<</S /JavaScript /JS (app.alert(1))>>";
const opensScript = onePage(`/OpenAction ${script}`);
/** The same, where readers look for scripts that run as a file is opened. */
const namesScript = onePage(`/Names <</JavaScript <</Names [(a) ${script}]>>>>`);
const plain = (catalog?: string, page?: string) => pdfWithTable(onePage(catalog, page));
const withObject = (object: string, catalog = "/X 4 0 R") =>
  pdfWithTable({ ...onePage(catalog), 4: object });

const accepted: readonly (readonly [string, string])[] = [
  ["with a page", plain()],
  ["without a table", Buffer.from(aPdf()).toString("latin1")],
  ["with packed objects", packedPdf(onePage())],
  [
    "with packed objects that are not compressed",
    packedPdf(onePage(), {
      dictionary: "",
      pack: (content) => content,
    }),
  ],
  ["that was changed later", withUpdate(plain(), { 3: onePage()[3] ?? "" })],
  ["that shows its second half first", plain("/OpenAction [3 0 R /XYZ null null 0]")],
  ["that shows it by an action", plain("/OpenAction <</S /GoTo /D [3 0 R /Fit]>>")],
  ["that shows it by an object", withObject("<</S /GoTo /D [3 0 R /Fit]>>", "/OpenAction 4 0 R")],
  [
    "with a link",
    plain(
      "",
      "/Annots [<</Subtype /Link /Rect [0 0 9 9] /A <</S /URI /URI (https://example.com/#me)>>>>]",
    ),
  ],
  [
    "with a link in an object",
    withObject("(mailto:jane@example.com)", "/A <</S /URI /URI 4 0 R>>"),
  ],
  ["with a link without its beginning", plain("/A <</S /URI /URI (www.example.com)>>")],
  ["with text about scripts", plain("/Title (HTML/CSS/JavaScript and /OpenAction, \\) 4 0 R)")],
  ["with text about scripts, packed", packedPdf(onePage("/Title (HTML/CSS/JavaScript (ES6))"))],
  ["with pages about scripts", withObject(pdfStream("", "(C++/Java/JavaScript ) Tj /JS"))],
  [
    "with compressed content in which anything turns up",
    withObject(pdfStream("/Filter /DCTDecode", "\0/JS (\0 /AA << obj % trailer )")),
  ],
  [
    "with a colour profile",
    withObject(pdfStream("/N 3 /Filter /FlateDecode", deflated("\0\0\x0cHLino\x02\x10\0\0mntr"))),
  ],
  [
    "with lengths in objects",
    pdfWithTable({
      ...onePage(),
      4: "<</Length 5 0 R>>\nstream\r\n12345\r\nendstream",
      5: "5",
    }),
  ],
  ["with comments", plain("% <</JavaScript >>\n/X 1")],
  ["with letters that are called like actions", plain("/Differences [1 /AA /JS /EF]")],
];

describe("a PDF", () => {
  it.each(accepted)("%s is taken", (_, text) => {
    expect(() => checkPdf(text)).not.toThrow();
  });

  it.each(accepted)("%s is opened by PDFium", async (_, text) => {
    expect(await openInPdfium(text)).toEqual({ pages: 1, scripts: 0, files: 0 });
  });

  it.each([
    ["a script", pdfWithTable(opensScript)],
    ["a script in the list of scripts", pdfWithTable(namesScript)],
    ["a script under another spelling", plain("/OpenAction <</S /J#61vaScript /#4aS (x)>>")],
    ["a script behind comments", plain(`/OpenAction %\n<<%\r/S%\n/JavaScript%\n/JS(x)>>`)],
    ["a script whose kind is in an object", withObject("/JavaScript", "/OpenAction <</S 4 0 R>>")],
    ["a script that was replaced", withUpdate(pdfWithTable(opensScript), onePage())],
    ["a script that was added", withUpdate(plain(), opensScript)],
    ["a packed script", packedPdf(opensScript)],
    ["a packed script under another spelling", packedPdf(onePage("/X <</S /J#61vaScript>>"))],
    [
      "a packed script, compressed by nothing",
      packedPdf(opensScript, {
        dictionary: "",
        pack: (content) => content,
      }),
    ],
    [
      "a packed script behind a large dictionary",
      packedPdf(opensScript, {
        dictionary: `/Filter /FlateDecode /X (${"x".repeat(5000)})`,
      }),
    ],
    [
      "a packed script behind a text with an object in it",
      packedPdf(opensScript, {
        dictionary: "/Filter /FlateDecode /X (a (obj) b)",
      }),
    ],
    [
      "a script that is packed by its position alone",
      withObject(
        pdfStream("/Type 8 0 R /N 1 /First 4 /Filter [/FlateDecode]", deflated(`4 0 ${script}`)),
      ),
    ],
    ["an action of a page", plain("", "/AA <</O <</S /Named /N /Print>>>>")],
    ["a program", plain("/OpenAction <</S /Launch /F (calc.exe)>>")],
    ["an attached file", plain("/Names <</EmbeddedFiles 9 0 R>>")],
    [
      "a file at a page",
      plain("", "/Annots [<</Subtype /FileAttachment /FS <</EF <</F 9 0 R>>>>>>]"),
    ],
    ["a form that is a program", plain("/AcroForm <</XFA 9 0 R>>")],
    ["what sends its fields away", plain("/A <</S /SubmitForm /F (https://x.example)>>")],
    ["what reads fields from a file", plain("/A <</S /ImportData /F (x.fdf)>>")],
    ["a call as it is opened", plain("/OpenAction <</S /URI /URI (https://x.example)>>")],
    [
      "a call by an object",
      withObject("<</S /URI /URI (https://x.example)>>", "/OpenAction 4 0 R"),
    ],
    [
      "a call by an object of an object",
      pdfWithTable({
        ...onePage("/OpenAction 4 0 R"),
        4: "5 0 R",
        5: "<</S /URI /URI (https://x.example)>>",
      }),
    ],
    ["a call by an action that follows", plain("/OpenAction <</S /GoTo /D [3 0 R] /Next 9 0 R>>")],
    ["printing as it is opened", plain("/OpenAction <</S /Named /N /Print>>")],
    [
      "another file as it is opened",
      plain("/OpenAction <</S /GoToR /F (\\\\\\\\x.example\\\\a.pdf)>>"),
    ],
    ["another file behind a link", plain("/A <</S /GoToR /F (a.pdf)>>")],
    ["a file in a file", plain("/A <</S /GoToE>>")],
    ["a link that runs", plain("/A <</S /URI /URI (java\\nscript:alert\\(1\\))>>")],
    ["a link that runs, in hex", plain("/A <</S /URI /URI <6A6176617363726970743A78>>>")],
    ["a link that runs, in UTF-16", plain("/A <</S /URI /URI (\xfe\xff\0f\0i\0l\0e\0:\0/)>>")],
    [
      "a link to this machine, in an object",
      withObject("(file:///x)", "/A <</S /URI /URI 4 0 R>>"),
    ],
    ["a link to a file of a server", plain("/A <</S /URI /URI (\\\\\\\\x.example\\\\a)>>")],
    ["links that begin with a script", plain("/URI <</Base (javascript:)>>")],
    ["a film", plain("", "/Annots [<</Subtype /Movie>>]")],
    ["a sound", plain("", "/Annots [<</Subtype /Sound>>]")],
    ["other media", plain("", "/Annots [<</Subtype /RichMedia>>]")],
    ["a rendition", plain("/A <</S /Rendition>>")],
    ["content of another file", withObject(pdfStream("/F (\\\\\\\\x.example\\\\a)", ""))],
    ["a program for printers", withObject(pdfStream("/Subtype /Form /Subtype2 /PS", "1 quit"))],
  ])("with %s is refused", (_, text) => {
    expect(() => checkPdf(text)).toThrow("This PDF contains scripts, attached files or actions");
  });

  const hidden = `5 0 obj ${script} endobj`;
  it.each([
    ["is protected", pdfWithTable(onePage(), "/Encrypt 9 0 R")],
    [
      "is protected in its packed table",
      packedPdf(onePage()).replace("/XRef ", "/XRef /Encrypt 1 0 R "),
    ],
    [
      "is packed twice",
      packedPdf(onePage(), { dictionary: "/Filter [/ASCIIHexDecode /FlateDecode]" }),
    ],
    ["is packed by another name", packedPdf(onePage(), { dictionary: "/Filter /Fl" })],
    [
      "is packed in another way",
      packedPdf(onePage(), {
        dictionary: "/Filter /ASCIIHexDecode",
        pack: (content) => Buffer.from(content).toString("hex"),
      }),
    ],
    [
      "is packed by differences",
      packedPdf(onePage(), {
        dictionary: "/Filter /FlateDecode /DecodeParms <</Predictor 12>>",
      }),
    ],
    ["is not packed as it says", packedPdf(onePage(), { pack: (content) => content })],
    [
      "is half of what was packed",
      packedPdf(onePage(), { pack: (content) => deflated(content).slice(0, -9) }),
    ],
    [
      "has objects between its packed objects",
      packedPdf(onePage(), {
        pack: (content) => deflated(content.replace("<</Type /Pages", "null <</Type /Pages")),
      }),
    ],
    ["is a bomb", packedPdf({ 1: `(${"x".repeat(40 * 1024 * 1024)})` })],
    [
      "is made of bombs",
      pdfWithTable(Object.fromEntries(
        [1, 2, 3].map((number) => [
          number,
          pdfStream("/N 3 /Filter /FlateDecode", deflated("x".repeat(15 * 1024 * 1024))),
        ]),
      )),
    ],
    ["has no end of values", withObject(`[${"1 ".repeat(2_000_000)}]`)],
    ["is deeper than anything", withObject("[".repeat(1000) + "]".repeat(1000))],
    ["has a stream behind a space", packedPdf(opensScript, { begin: "stream \n" })],
    ["has a stream behind half a line end", packedPdf(opensScript, { begin: "stream\r" })],
    ["has a stream behind nothing", packedPdf(opensScript, { begin: "stream" })],
    [
      "says a wrong length",
      plain().replace("xref", () => "4 0 obj <</Length 1>>\nstream\nabc\nendstream endobj\nxref"),
    ],
    [
      "says no length",
      plain().replace("xref", () => "4 0 obj <<>>\nstream\nabc\nendstream endobj\nxref"),
    ],
    [
      "says two lengths",
      pdfWithTable({ ...onePage(), 4: "<</Length 3 /Length 400>>\nstream\nabc\nendstream" }),
    ],
    [
      "says its length twice",
      withUpdate(
        pdfWithTable({ ...onePage(), 4: "<</Length 5 0 R>>\nstream\nabc\nendstream", 5: "3" }),
        { 5: "300" },
      ),
    ],
    ["has an object in a text", plain(`/X (${hidden})`)],
    ["has an object in a comment", plain(`% ${hidden}\n`)],
    ["has an object in a stream", withObject(pdfStream("", hidden))],
    [
      "has an object in a stream, between comments",
      withObject(pdfStream("", hidden.replace(" 0 ", "%\n0%x\n"))),
    ],
    [
      "has an object in a stream, with space for some",
      withObject(pdfStream("", hidden.replaceAll(" ", "\x80"))),
    ],
    ["has an end in a stream", withObject(pdfStream("", "trailer <</Root 5 0 R>>"))],
    ["has a name that ends early", plain("/X /Java#00Script")],
    ["has space for some in it", plain("/OpenAction <</S /JavaScript\x80>>")],
    ["has something beside its objects", plain().replace("xref", "<</S /JavaScript>>\nxref")],
    ["has an object without an end", plain().replace("endobj", "")],
  ])("that %s cannot be checked", (_, text) => {
    expect(() => checkPdf(text)).toThrow("This PDF is protected, or can't be checked");
  });

  it("that is changed at random has no script that PDFium finds, if it is taken", async () => {
    const [catalog = ""] = Object.values(namesScript);
    const beginnings = [
      pdfWithTable(namesScript),
      packedPdf(namesScript),
      withUpdate(pdfWithTable(onePage()), { 1: catalog }),
      withUpdate(packedPdf(onePage()), { 1: catalog }),
      withUpdate(packedPdf(namesScript), { 4: "null" }),
      withObject(pdfStream("", `1 0 obj ${catalog} endobj trailer <</Root 1 0 R>>`)),
    ];
    const parts =
      "\x80 \xff \0 \n \r % ( ) << >> / # \\ < > [ ] 0 9 R obj endobj stream endstream xref " +
      "trailer startxref null";
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      part: fc.constantFrom(...parts.split(" "), " "),
      instead: fc.nat(4),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...beginnings),
        fc.array(change, { maxLength: 4 }),
        async (text, changes) => {
          const changed = changes.reduce((text, { at, part, instead }) => {
            const from = Math.round(at * text.length);
            return text.slice(0, from) + part + text.slice(from + instead);
          }, text);
          if (!isTaken(changed)) return;
          expect((await openInPdfium(changed))?.scripts ?? 0).toBe(0);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

function isTaken(text: string): boolean {
  try {
    checkPdf(text);
    return true;
  } catch {
    return false;
  }
}
