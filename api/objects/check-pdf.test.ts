import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { aPdf } from "../testing/pictures.ts";
import { checkPdf } from "./check-pdf.ts";

const plain = (catalog?: string) => Buffer.from(aPdf(catalog)).toString("latin1");
const scripted = "<</S /JavaScript /JS (app.alert(1))>>";

/** A PDF with objects in a stream of objects. */
function packed(
  objects: string,
  dictionary = "/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode",
  pack: (bytes: Buffer) => Buffer = deflateSync,
): string {
  const stream = pack(Buffer.from(objects)).toString("latin1");
  const object =
    `9 0 obj <<${dictionary} /Length ${stream.length}>>\nstream\n${stream}\nendstream\n`;
  return plain().replace("trailer", () => `${object}endobj\ntrailer`);
}

describe("a PDF", () => {
  it.each([
    ["with nothing that does something", plain()],
    ["with a link", plain("/A <</S /URI /URI (https://example.com/jane#about)>>")],
    ["with packed objects", packed("4 0 <</Type /Outlines /First 5 0 R>>")],
    ["with text about scripts", plain("/Title (How I learned JavaScript)")],
    [
      "with compressed content in which anything turns up",
      packed("", "/Filter /DCTDecode", () => Buffer.from("\0/JS (\0")),
    ],
  ])("%s is taken", (_, text) => {
    expect(() => checkPdf(text)).not.toThrow();
  });

  const doesSomething = "The PDF contains scripts or attached files, which is not accepted";
  it.each([
    ["a script", plain(`/OpenAction ${scripted}`)],
    ["a script under another spelling", plain("/OpenAction <</S /J#61vaScript /#4aS (x)>>")],
    [
      "a script between comments",
      plain().replace("1 0 obj <<", `% stream\n1 0 obj <</OpenAction ${scripted} `)
        .replace("trailer", "% endstream\ntrailer"),
    ],
    ["a program", plain("/OpenAction <</S /Launch /F (calc.exe)>>")],
    ["an attached file", plain("/Names <</EmbeddedFiles 9 0 R>>")],
    ["a form that is a program", plain("/AcroForm <</XFA 9 0 R>>")],
    ["what sends its fields away", plain("/OpenAction <</S /SubmitForm /F (https://x.example)>>")],
    ["a packed script", packed(`4 0 ${scripted}`)],
    ["a packed script under another spelling", packed("4 0 <</S /J#61vaScript>>")],
    [
      "a script that is packed by its position alone",
      packed(`4 0 ${scripted}`, "/Type 8 0 R /N 1 /First 4 /Filter [/FlateDecode]"),
    ],
    [
      "a packed script after a text that looks like an object",
      packed(`4 0 ${scripted}`, "/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /X (a (obj) b)"),
    ],
    [
      "a script in a stream of objects that is not packed",
      packed(`4 0 ${scripted}`, "/Type /ObjStm /N 1 /First 4", (bytes) => bytes),
    ],
  ])("with %s is refused", (_, text) => {
    expect(() => checkPdf(text)).toThrow(doesSomething);
  });

  const bomb = "x".repeat(40 * 1024 * 1024);
  it.each([
    ["is protected", plain().replace("trailer <<", "trailer <</Encrypt 9 0 R ")],
    ["is packed twice", packed("4 0 <<>>", "/Type /ObjStm /Filter [/ASCIIHexDecode /FlateDecode]")],
    [
      "is packed by differences",
      packed("4 0 <<>>", "/Type /ObjStm /Filter /FlateDecode /DecodeParms <</Predictor 12>>"),
    ],
    ["is not packed as it says", packed("4 0 <<>>", undefined, (bytes) => bytes)],
    ["is a bomb", packed(bomb)],
  ])("that %s cannot be checked", (_, text) => {
    expect(() => checkPdf(text)).toThrow("The PDF is protected, or packed");
  });
});
