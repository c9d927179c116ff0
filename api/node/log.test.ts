import { connect } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { someProfile } from "../testing/app.ts";
import { appWithMember } from "../testing/app-for-test.ts";
import { startMailServer } from "../testing/mail-server.ts";
import { startProduct } from "../testing/process.ts";

/** A word that is in everything a person sends, and nowhere else. */
const planted = "Quetzalcoatl";
const email = `${planted}@example.com`;
const account = {
  username: planted,
  password: `${planted} secret`,
  email,
  firstName: planted,
  lastName: planted,
  role: "alumni",
};

it("logs nothing that people send, even on errors", async () => {
  const server = await startMailServer({
    // Servers tend to repeat refused recipients.
    refuses: {
      [email]: { code: 451, text: `4.7.1 <${email}> greylisted` },
      [`other.${email}`]: { code: 550, text: `5.1.1 <${email}> unknown` },
    },
  });
  onTestFinished(() => server.close());
  const product = await startProduct({
    DATA_DIR: await temporaryFolder(),
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: "alumni@example.edu",
  });
  onTestFinished(() => product.stop("SIGKILL"));
  const { origin } = product;
  const send = (method: string, path: string, body?: unknown, headers = {}) =>
    fetch(`${origin}${path}`, {
      method,
      headers: { origin, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  const registered = await send("POST", "/api/register", account);
  expect(registered.status).toBe(201);
  const cookie = registered.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const signedIn = { cookie };
  const profile = { ...someProfile, bio: planted, company: planted, primaryEmail: email };
  expect((await send("POST", "/api/profile", profile, signedIn)).status).toBe(201);

  await send("PATCH", "/api/user", { email: `other.${email}` }, signedIn);
  await send("PATCH", "/api/profile", { rank: planted, [planted]: planted }, signedIn);
  await send("PATCH", "/api/profile", `{"bio": "${planted}`, signedIn);
  await send("POST", "/api/register", account);
  await send("POST", "/api/login", { username: planted, password: planted });
  await send("POST", "/api/forgot-password", { email });
  await send("POST", "/api/reset-password", { token: planted, newPassword: planted });
  await send("POST", "/api/login", planted.repeat(100_000));
  await send("GET", `/api/directory?search=${planted}&armyBranches=["${planted}"]`, undefined, {
    cookie,
    "user-agent": planted,
    "x-forwarded-for": planted,
    referer: `${origin}/${planted}`,
    "x-request-id": planted,
  });
  for (
    const path of ["/", "/api/", "/api/profile/", "/alumni/", "/objects/", "/objects/uploads/"]
  ) {
    await send("GET", `${path}${planted}`, undefined, signedIn);
    await send("PUT", `${path}${planted}?token=${planted}`, planted, signedIn);
  }
  await send("GET", `/reset-password?token=${planted}`);
  await send("GET", "/api/user", undefined, { cookie: `session=${planted}` });
  await rawRequest(origin, `${planted.toUpperCase()} /api/user HTTP/1.1\r\nHost: a\r\n\r\n`);
  await rawRequest(origin, `GET /%zz${planted} HTTP/1.1\r\nHost: a\r\n${planted}\r\n\r\n`);
  await expect.poll(product.written).toContain("mails given up");
  await expect.poll(product.written).toContain("mails could not be sent");
  await product.stop();

  const lines = product.written().split("\n").filter((line) => line.startsWith("{"));
  const requests = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "request");
  expect(requests.length).toBeGreaterThan(20);
  for (const { requestId } of requests) expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(product.written().toLowerCase()).not.toContain(planted.toLowerCase());
  expect(product.written()).not.toMatch(/@example\.com/);
});

it("doesn't log it if the database fails in the middle", async () => {
  const { app, member } = await appWithMember(undefined, { ...account });
  const { database } = app;
  database.close();
  await member.patch("/api/profile", { bio: planted });
  await app.browser().post("/api/register", { ...account, username: `another.${planted}` });
  await app.browser().post("/api/login", { username: planted, password: planted });
  await member.get(`/api/directory?search=${planted}`);
  await app.follow().catch(() => undefined);
  // Background work may fail, too, and has no request.
  const refused = app.logged.filter(({ event }) => event === "request failed");
  expect(refused).toHaveLength(4);
  for (const { level, requestId } of refused) {
    expect([level, requestId]).toEqual(["error", expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  }
  expect(JSON.stringify(app.logged).toLowerCase()).not.toContain(planted.toLowerCase());
});

/** Sends text that `fetch` refuses to send. Resolves when the server has answered or closed. */
async function rawRequest(origin: string, text: string): Promise<void> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  socket.write(text);
  await new Promise<void>((resolve) => {
    socket.once("data", () => resolve());
    socket.once("close", () => resolve());
  });
}
