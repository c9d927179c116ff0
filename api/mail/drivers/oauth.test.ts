import { describe, expect, it } from "vitest";
import { serveForTest } from "../../testing/http-server.ts";
import { explainFailure } from "../setup/explain-failure.ts";
import { describeMail, messageWith } from "./mail.contract.ts";
import { createAccessTokens, oauthCode, type OAuthSettings } from "./oauth.ts";
import { smtpForTest } from "./testing/smtp.ts";

interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

/** A sign-in service that gives numbered tokens, and remembers what it was asked. */
function startTokenServer(answerTo: (number: number) => Answer = granted) {
  const asked: Record<string, string>[] = [];
  const origin = serveForTest(async (request) => {
    asked.push(Object.fromEntries(new URLSearchParams(await request.text())));
    const { status = 200, body } = answerTo(asked.length);
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
  });
  return { asked, tokenUrl: `${origin}/token` };
}

const granted = (number: number): Answer => ({
  body: { access_token: `token ${number}`, token_type: "Bearer", expires_in: 3600 },
});
const app = { clientId: "an app", clientSecret: "its secret" };

async function mailWith(changes: Partial<OAuthSettings> = {}, token = () => "token 1") {
  const tokens = startTokenServer();
  const oauth = { ...app, tokenUrl: tokens.tokenUrl, ...changes };
  const login = { user: "alumni@example.edu", oauth };
  return { ...tokens, ...await smtpForTest({ token }, { login }) };
}

describeMail("SMTP with an access token", () => mailWith());

describe("SMTP with an access token", () => {
  it("signs the app in as itself, once for many mails", async () => {
    const { mail, asked, server } = await mailWith({ scope: "mail.send" });
    await Promise.all([1, 2, 3].map(() => mail.send(messageWith())));
    await mail.check();
    expect(server.received.map(({ user }) => user)).toEqual(Array(3).fill("alumni@example.edu"));
    expect(asked).toEqual([{
      grant_type: "client_credentials",
      client_id: "an app",
      client_secret: "its secret",
      scope: "mail.send",
    }]);
  });

  it("asks for another token when the server refuses the last one", async () => {
    let good = "token 1";
    const { mail, asked } = await mailWith({ refreshToken: "a refresh token" }, () => good);
    await mail.send(messageWith());
    good = "token 2";
    const refused = { code: "EOAUTH other refused" };
    await expect(mail.send(messageWith())).rejects.toMatchObject(refused);
    await mail.send(messageWith());
    expect(asked.map(({ grant_type }) => grant_type)).toEqual(["refresh_token", "refresh_token"]);
  });
});

describe("access tokens", () => {
  it("are renewed before they expire, with the latest refresh token", async () => {
    let nowMs = 0;
    const { tokenUrl, asked } = startTokenServer((number) => ({
      body: {
        access_token: `token ${number}`,
        expires_in: 600,
        ...(number === 1 && { refresh_token: "another" }),
      },
    }));
    const tokens = createAccessTokens({ ...app, tokenUrl, refreshToken: "first" }, () => nowMs);
    const got: string[] = [];
    for (const atMs of [0, 299_999, 300_000, 600_000]) {
      nowMs = atMs;
      got.push(await tokens.get());
    }
    expect(got).toEqual(["token 1", "token 1", "token 2", "token 3"]);
    expect(asked.map(({ refresh_token }) => refresh_token))
      .toEqual(["first", "another", "another"]);
  });

  it.each([
    [
      { status: 401, body: { error: "invalid_client", error_description: "words" } },
      "invalid_client",
    ],
    [{ status: 400, body: { error: "invalid_grant" } }, "invalid_grant"],
    [{ status: 400, body: { error: "consent_required" } }, "unauthorized_client"],
    [{ status: 502, body: "<html>" }, "away"],
    [{ body: { expires_in: 3600 } }, "away"],
  ])("are refused with a code of ours for %j", async (answer, what) => {
    const { tokenUrl } = startTokenServer(() => answer);
    const error = await createAccessTokens({ ...app, tokenUrl }).get().catch((reason) => reason);
    expect(error).toMatchObject({ name: "MailUnavailable", code: `EOAUTH other ${what}` });
    expect(String(error)).not.toContain("words");
  });

  it("report that the sign-in service is unavailable", async () => {
    const tokens = createAccessTokens({ ...app, tokenUrl: "http://127.0.0.1:1/token" });
    await expect(tokens.get()).rejects.toMatchObject({ code: "EOAUTH other away" });
  });

  it.each([
    [
      "https://login.microsoftonline.com/a-tenant/oauth2/v2.0/token",
      "Microsoft Entra admin center",
    ],
    ["https://oauth2.googleapis.com/token", "Google Cloud console"],
    ["https://sso.example.edu/token", "console where the app is registered"],
  ])("that %s refuses say at which console to look", (tokenUrl, console) => {
    const { why, todo } = explainFailure(oauthCode(tokenUrl, "invalid_client"));
    expect(why).toContain("The secret may have expired");
    expect(todo).toContain(console);
  });
});
