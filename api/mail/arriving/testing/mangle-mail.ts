/** Damaged mails, and mails that someone built to do damage. */
import type { Random } from "../../../../events/testing/random.ts";
import { joined } from "./mail-source.ts";

type Mangle = (random: Random, mail: Uint8Array, other: Uint8Array) => Uint8Array;

/** Puts up to four of the manglings below on each other. */
export function mangleMail(random: Random, mail: Uint8Array, other: Uint8Array): Uint8Array {
  return random.some(manglings, 1, 4).reduce(
    (mangled, mangle) => mangle(random, mangled, other).subarray(0, 5 * 1024 * 1024),
    mail,
  );
}

const odd = [
  ..."\0 \r \r\n\r\n -- ( \\ < = =?utf-8?B? \u2028 \ufeff \u202e <blockquote><!--".split(" "),
  '"',
  "\n\n",
  "Content-Type: multipart/mixed; boundary=x\r\n",
  "Content-Type: multipart/alternative\r\n\r\n",
  "Content-Transfer-Encoding: base64\r\n",
  "From: x@example.com\r\n",
  "-----BEGIN PGP SIGNED MESSAGE-----\r\n",
  "-----BEGIN PGP MESSAGE-----\r\n",
];

const types = ["text/plain", "text/html", "multipart/signed", "application/pkcs7-mime"];
const charsets = ["utf-7", "utf-16be", "iso-2022-jp", "hz-gb-2312", "x-user-defined", "\0", "%"];

const manglings: readonly Mangle[] = [
  function flipBytes(random, mail) {
    const flipped = mail.slice();
    for (let left = random.int(50); left >= 0; left--) {
      flipped[random.int(mail.length)] = random.int(256);
    }
    return flipped;
  },
  (random, mail) => mail.subarray(0, random.int(mail.length + 1)),
  (random, mail) => mail.subarray(random.int(mail.length + 1)),
  (_, mail) => joined([mail, mail]),
  (random, mail, other) => insert(random, mail, other.subarray(random.int(other.length))),
  (random, mail) => insert(random, mail, random.pick(odd).repeat(1 + random.int(3))),
  (random, mail) => insert(random, mail, random.pick(odd).repeat(random.int(2000))),
  // Half of a character beyond U+FFFF, as some programs write it, and bytes that are no UTF-8.
  (random, mail) => insert(random, mail, Uint8Array.of(0xed, 0xa0, 0x80, 0xff, 0xc0, 0xaf)),
  onLines((random, lines) => lines.filter(() => random.chance(0.95))),
  onLines((random, lines) => lines.flatMap((line) => random.chance(0.05) ? [line, line] : [line])),
  onLines(function swapLines(random, lines) {
    const swapped = [...lines];
    for (let left = random.int(20); left >= 0; left--) {
      const [one, two] = [random.int(lines.length), random.int(lines.length)];
      [swapped[one], swapped[two]] = [swapped[two] ?? "", swapped[one] ?? ""];
    }
    return swapped;
  }),
  onLines(function swapBoundaries(random, lines) {
    const boundaries = lines.filter((line) => line.startsWith("--"));
    const isSwapped = (line: string) => line.startsWith("--") && random.chance(0.5);
    return lines.map((line) => isSwapped(line) ? random.pick(boundaries) : line);
  }),
  onText((_, text) => text.replaceAll("\r\n", "\n")),
  onText((_, text) => text.replaceAll("\r\n", "\r")),
  onText((random, text) =>
    text.replaceAll(/charset="[^"]*"/g, `charset="${random.pick(charsets)}"`)
  ),
  onText((random, text) =>
    text.replaceAll(/(?<=Encoding: )\S+/g, () => random.pick(["base64", "quoted-printable", "x"]))
  ),
  onText((random, text) =>
    text.replaceAll(/text\/(plain|html)|multipart\/\w+/g, () => random.pick(types))
  ),
  function headerBomb(random, mail) {
    const field = random.pick([
      "References: <a@b>\r\n",
      "X:\r\n",
      " a\r\n",
      "To: a@b,\r\n\tc@d\r\n",
    ]);
    return joined([field.repeat(random.int(5000)), mail]);
  },
  function nest(random, mail) {
    const heads = Array.from({ length: random.int(14) }, (_, at) => {
      const type = random.pick(["mixed", "alternative", "signed"]);
      return `Content-Type: multipart/${type}; boundary=n${at}\r\n\r\n--n${at}\r\n`;
    });
    return joined([...heads, mail]);
  },
  // Rarely, since it takes longer to make than to read.
  function grow(random, mail) {
    if (random.chance(0.97)) return mail;
    const at = random.int(mail.length);
    const piece = mail.subarray(at, at + 1 + random.int(2000));
    const times = Math.min(20_000, 5e6 / piece.length | 0);
    return joined([mail.subarray(0, at), ...Array(times).fill(piece)]);
  },
];

function insert(random: Random, mail: Uint8Array, piece: string | Uint8Array): Uint8Array {
  const at = random.int(mail.length + 1);
  return joined([mail.subarray(0, at), piece, mail.subarray(at)]);
}

function onLines(change: (random: Random, lines: readonly string[]) => readonly string[]): Mangle {
  return onText((random, text) => change(random, text.split("\r\n")).join("\r\n"));
}

/** Changes bytes as if each were a character, so that none is lost. */
function onText(change: (random: Random, text: string) => string): Mangle {
  return (random, mail) => {
    const text = change(random, new TextDecoder("x-user-defined").decode(mail));
    return Uint8Array.from(text, (character) => character.charCodeAt(0) & 255);
  };
}
