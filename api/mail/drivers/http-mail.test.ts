import { createTransport } from "nodemailer";
import { describe, expect, it } from "vitest";
import { serveForTest } from "../../testing/http-server.ts";
import { signPost } from "./aws-signature.ts";
import { createHttpMail } from "./http-mail.ts";
import { MailRefused, MailUnavailable } from "../mail.ts";
import { describeMail, messageWith, sender } from "./mail.contract.ts";
import type { ProviderSettings } from "./providers.ts";

const from = { fromName: "", fromAddress: sender.address, mailPassword: "a key" };
const settings = {
  postmark: { way: "postmark", ...from },
  mailgun: { way: "mailgun", ...from, domain: "mg.example.edu", region: "eu" },
  ses: { way: "ses", ...from, region: "us-east-1", accessKeyId: "AKIDEXAMPLEEXAMPLE" },
} as const satisfies Readonly<Record<string, ProviderSettings>>;
type Way = keyof typeof settings;
const ways = Object.keys(settings) as Way[];

interface Received {
  readonly url: URL;
  readonly request: Request;
}

/** Mail service on this machine, with the answer that a test wants and the requests that came. */
async function serviceFor(way: Way, answer = { status: 200, body: "{}" }) {
  const received: Received[] = [];
  const origin = serveForTest(async (incoming) => {
    const url = new URL(incoming.headers.get("x-meant-for") ?? "");
    const body = await incoming.arrayBuffer();
    received.push({
      url,
      request: new Request(url, { method: "POST", headers: incoming.headers, body }),
    });
    return new Response(answer.body, { status: answer.status });
  });
  const mail = createHttpMail({
    settings: settings[way],
    sender,
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set("x-meant-for", String(url));
      return await fetch(origin, { ...init, headers });
    },
  });
  return { mail, received, arrived: () => Promise.all(received.map((each) => sources[way](each))) };
}

/** The message that a service makes of a request. */
const sources: Readonly<Record<Way, (received: Received) => Promise<string>>> = {
  async postmark({ request }) {
    const { From, To, ReplyTo, Subject, TextBody, HtmlBody, Headers } = await request.json();
    const composer = createTransport({ streamTransport: true, buffer: true });
    const headers = Object.fromEntries(
      Headers.map(({ Name, Value }: { Name: string; Value: string }) => [Name, Value]),
    );
    expect(headers["X-PM-KeepID"]).toBe("true");
    const { message } = await composer.sendMail({
      from: From,
      to: To,
      replyTo: ReplyTo,
      subject: Subject,
      text: TextBody,
      html: HtmlBody,
      messageId: headers["Message-ID"],
      headers,
    });
    return String(message);
  },
  async mailgun({ request }) {
    const message = (await request.formData()).get("message");
    return message instanceof File ? await message.text() : "";
  },
  async ses({ request }) {
    const { Content } = await request.json();
    return Buffer.from(Content.Raw.Data, "base64").toString("utf8");
  },
};

for (const way of ways) {
  describeMail(way, () => serviceFor(way), { keepsTime: way !== "postmark" });
}

describe("a mail service over HTTPS", () => {
  it("is asked at its own address, with its own key, not to track readers", async () => {
    const of = async (way: Way) => {
      const { mail, received } = await serviceFor(way);
      await mail.send(messageWith());
      return received[0]!;
    };
    const postmark = await of("postmark");
    expect(postmark.url.href).toBe("https://api.postmarkapp.com/email");
    expect(postmark.request.headers.get("x-postmark-server-token")).toBe("a key");
    expect(await postmark.request.json()).toMatchObject({ TrackOpens: false, TrackLinks: "None" });
    const mailgun = await of("mailgun");
    expect(mailgun.url.href).toBe("https://api.eu.mailgun.net/v3/mg.example.edu/messages.mime");
    expect(mailgun.request.headers.get("authorization")).toBe(`Basic ${btoa("api:a key")}`);
    const form = await mailgun.request.formData();
    expect([form.get("to"), form.get("o:tracking")]).toEqual(["jane@example.com", "no"]);
    const ses = await of("ses");
    expect(ses.url.href).toBe("https://email.us-east-1.amazonaws.com/v2/email/outbound-emails");
    expect(ses.request.headers.get("authorization")).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLEEXAMPLE\/\d{8}\/us-east-1\/ses\/aws4_request, /,
    );
    expect((await ses.request.json()).Destination).toEqual({ ToAddresses: ["jane@example.com"] });
  });

  it.each(
    [
      ["postmark", 422, '{"ErrorCode":406,"Message":"inactive"}'],
      ["mailgun", 400, `{"message":"'to' parameter is not a valid address"}`],
    ] as const,
  )("%s says that a recipient is refused for good", async (way, status, body) => {
    const { mail } = await serviceFor(way, { status, body });
    await expect(mail.send(messageWith())).rejects.toThrow(MailRefused);
  });

  it.each(ways)(
    "%s is asked again later after other errors, with nothing of its words",
    async (way) => {
      const answer = { status: 0, body: '{"ErrorCode":10,"message":"words"}' };
      const { mail } = await serviceFor(way, answer);
      for (answer.status of [400, 401, 403, 404, 422, 429, 500]) {
        const error = await mail.send(messageWith()).catch((reason) => reason);
        expect(error).toBeInstanceOf(MailUnavailable);
        expect(error.code).toBe(`EHTTP ${answer.status}`);
      }
    },
  );

  it.each(ways)("%s accepts a key when only the mail is missing", async (way) => {
    const { mail, received } = await serviceFor(way, { status: 400, body: "{}" });
    await mail.check();
    await mail.check();
    expect(received).toHaveLength(1);
    const refused = await serviceFor(way, { status: 401, body: "{}" });
    await expect(refused.mail.check()).rejects.toMatchObject({ code: "EHTTP 401" });
  });

  it.each(ways)("%s gets nothing of a mail that is not wanted anymore", async (way) => {
    const { mail, received } = await serviceFor(way, { status: 400, body: "{}" });
    await mail.send(messageWith(), async () => false);
    expect(received).toHaveLength(1);
    expect(await received[0]?.request.text()).not.toContain("jane@example.com");
  });
});

describe("the signature of Amazon's services", () => {
  // The example of the published test suite that is called post-vanilla.
  it("is that of the published example", () => {
    const headers = signPost(new URL("https://example.amazonaws.com/"), "", {
      accessKeyId: "AKIDEXAMPLE",
      secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
      region: "us-east-1",
      service: "service",
    }, new Date("2015-08-30T12:36:00Z"));
    expect(headers.Authorization).toBe(
      "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, " +
        "SignedHeaders=host;x-amz-date, " +
        "Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
    );
  });
});
