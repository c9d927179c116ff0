/**
 * Whole mails around the made-up answers of {@link mailShapes}, as mail programs and servers send
 * them: every header and part that can reveal something about its author has a planted string.
 */
import { createRandom, type Random } from "../../../../events/testing/random.ts";
import { mailOf } from "./mail-source.ts";
import { type Nesting, nestings, type Plant } from "./nestings.ts";
import { type MailShape, mailShapes } from "./shapes.ts";

export interface WholeMail {
  /** How its parts are nested, and its shape. */
  readonly name: string;
  readonly source: Uint8Array;
  /** Sentences that the author wrote, in order. White space counts as one space. */
  readonly written: readonly string[];
  /** None of them may be delivered. */
  readonly planted: readonly string[];
  readonly attachments: number;
}

/** One mail for each of the shapes; the ways to nest parts alternate. */
export function wholeMails(): readonly WholeMail[] {
  const random = createRandom(5 ** 6);
  return mailShapes().map((shape, at) => wholeMail(random, shape, nestings[at % nestings.length]!));
}

function wholeMail(random: Random, shape: MailShape, nesting: Nesting): WholeMail {
  const planted: string[] = [];
  const plant: Plant = (kind) => {
    const number = 1_000_000 + random.int(9_000_000);
    const made = {
      address: `p${number}@home.example.com`,
      host: `pc${number}.lan.example.com`,
      ip: `10.${number % 256}.${number % 241}.${number % 251}`,
      number: `+1 831 ${number}`,
      name: `Planted${number}`,
    }[kind];
    planted.push(made);
    return made;
  };
  const part = nesting.nest(shape, plant);
  return {
    name: `${nesting.name}: ${shape.name}`,
    source: mailOf(part, serverFields(plant)),
    written: shape.written,
    planted: [...planted, ...shape.planted],
    attachments: nesting.attachments ?? 0,
  };
}

/** Header fields of mail programs, and of servers on the way. */
function serverFields(plant: Plant): string[] {
  const host = plant("host");
  return [
    `Return-Path: <${plant("address")}>`,
    `Received: from ${host} (${plant("host")} [${plant("ip")}])\r\n by ${
      plant("host")
    } with ESMTPSA`,
    `Received: from smtpclient.apple (unknown [IPv6:2001:db8::${plant("name")}]) by ${host}`,
    `X-Received: by ${plant("ip")} with SMTP id ${plant("name")}`,
    `X-Originating-IP: [${plant("ip")}]`,
    `X-Source-IP: ${plant("ip")}`,
    `X-Mailer: ${plant("name")} 16.0`,
    `User-Agent: ${plant("name")}/5.0 (X11; ${plant("name")})`,
    `X-Authenticated-Sender: ${plant("address")}`,
    `Sender: ${plant("name")} <${plant("address")}>`,
    `Reply-To: "${plant("name")}" <${plant("address")}>`,
    `Cc: ${plant("name")} <${plant("address")}>, <${plant("address")}>`,
    `Disposition-Notification-To: <${plant("address")}>`,
    `Organization: ${plant("name")}`,
    `Subject: Re: ${plant("name")}`,
    `Thread-Topic: ${plant("name")}`,
    `Thread-Index: ${plant("name")}`,
    `In-Reply-To: <${plant("name")}@alumni.example.edu>`,
    `References: <1@${plant("host")}>\r\n <2@${plant("host")}>`,
    `Autocrypt: addr=${plant("address")}; keydata=${plant("name")}`,
    `OpenPGP: url=https://${plant("host")}/key.asc`,
    `DKIM-Signature: v=1; d=${plant("host")}; s=${plant("name")};\r\n\tb=${plant("name")}`,
    `ARC-Authentication-Results: i=1; ${plant("host")}; smtp.mailfrom=${plant("address")}`,
    `Received-SPF: pass client-ip=${plant("ip")}; helo=${plant("host")}`,
    `Authentication-Results: ${plant("host")}; spf=pass smtp.mailfrom=${plant("address")}`,
    `X-Forwarded-For: ${plant("address")}`,
    `X-Forwarded-To: ${plant("address")}`,
    `X-MS-Exchange-CrossTenant-Id: ${plant("name")}`,
    `X-Spam-Status: No, score=-1 on ${plant("host")}`,
    `X-Phone: ${plant("number")}`,
  ];
}
