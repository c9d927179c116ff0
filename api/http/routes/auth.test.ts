import { describe, expect, it, onTestFinished, vi } from "vitest";
import { someone } from "../../testing/app.ts";
import { answerOf, appForTest, appWithMember, withMessage } from "../../testing/app-for-test.ts";

describe("POST /api/register", () => {
  it("answers with the signed-in user, a cadet by default", async () => {
    const app = await appForTest();
    const browser = app.browser();
    const answer = await browser.post("/api/register", someone);
    expect(answer.headers.get("Set-Cookie")).toMatch(
      /^session=[\w-]{43}; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/,
    );
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const user = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      username: "jdoe",
      email: "jdoe@example.com",
      emailVerified: false,
      pendingEmail: null,
      firstName: "Jane",
      lastName: "Doe",
      profileImageUrl: null,
      role: "alumni",
      createdAt: time,
      updatedAt: time,
    };
    expect(await answerOf(answer)).toEqual({ status: 201, body: user });
    expect(await answerOf(await browser.get("/api/user"))).toEqual({ status: 200, body: user });
    const { role: _, ...roleless } = { ...someone, username: "other", email: "other@example.com" };
    expect((await (await app.browser().post("/api/register", roleless)).json()).role).toBe("cadet");
  });

  it("refuses a taken username or email in any case, and stores no password", async () => {
    const app = await appForTest();
    await app.member(someone);
    const other = { ...someone, username: "other", email: "other@example.com" };
    const register = async (details: object) =>
      await answerOf(await app.browser().post("/api/register", { ...other, ...details }));
    expect(await register({ username: "JDoe" })).toEqual(
      withMessage(409, "Username already taken", "username"),
    );
    expect(await register({ email: "JDOE@example.com" })).toEqual(
      withMessage(
        409,
        "Email already in use. If it's yours, open the email that we sent to it.",
        "email",
      ),
    );
    // A mail to the address, or its decoy, follows the answer.
    await app.settled();
    for (const table of ["credentials", "member_keys"]) {
      expect(await app.database.read(`SELECT * FROM ${table}`)).toHaveLength(1);
    }
  });

  it("registers a name once, for one of many parallel requests", async () => {
    const app = await appForTest();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.browser().post("/api/register", someone)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it("reports what is wrong with each field, including unknown ones", async () => {
    const app = await appForTest();
    const register = async (body: object) =>
      await answerOf(await app.browser().post("/api/register", body));
    const fields = {
      username: "Username must be at least 3 characters",
      password: "Password must be at least 6 characters",
      email: "Invalid email address",
      firstName: "First name is required",
      lastName: "Last name is required",
      role: "Role must be cadet, alumni or cadre",
    };
    const wrong = {
      username: "jd",
      password: "short",
      email: "jdoe",
      firstName: " ",
      role: "admin",
    };
    expect(await register(wrong)).toEqual({
      status: 400,
      body: { message: fields.username, fields },
    });
    expect(await register({ ...someone, emailVerified: true, id: "1" })).toEqual({
      status: 400,
      body: {
        message: "Unknown field: emailVerified",
        fields: { emailVerified: "Unknown field", id: "Unknown field" },
      },
    });
  });

  it("is limited by address", async () => {
    const app = await appForTest({ limits: { registrationsPerAddress: 1 } });
    await app.member();
    const answer = await app.browser().post("/api/register", someone);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(3500);
    expect(await answerOf(answer)).toEqual(
      withMessage(429, "Too many registrations. Try again later."),
    );
    const elsewhere = await app.browser().post("/api/register", someone, { ip: "192.0.2.9" });
    expect(elsewhere.status).toBe(201);
  });
});

describe("POST /api/login", () => {
  const login = { username: someone.username, password: someone.password };

  it("signs in, and gives the same answer for a wrong password and an unknown name", async () => {
    const app = await appForTest();
    const { memberId } = await app.member(someone);
    const browser = app.browser();
    expect(await answerOf(await browser.post("/api/login", { ...login, username: "JDOE" })))
      .toMatchObject({ status: 200, body: { id: memberId, username: "jdoe" } });
    expect((await browser.get("/api/user")).status).toBe(200);
    const attempt = async (details: object) =>
      await answerOf(await app.browser().post("/api/login", { ...login, ...details }));
    const refused = withMessage(401, "Invalid username or password");
    expect(await attempt({ password: "wrong password" })).toEqual(refused);
    expect(await attempt({ username: "nobody" })).toEqual(refused);
  });

  it("accepts any password that isn't easily guessed, exactly as it was chosen", async () => {
    const app = await appForTest();
    const long = `${"a horse of another color ".repeat(7)}`.slice(0, 120);
    const chosen = [
      " Two Spaces  around ",
      "schönes Wetter 🪖",
      "ALLLARGEletters",
      "x".padEnd(6, ";Q,"),
      long,
    ];
    for (const [at, password] of chosen.entries()) {
      const username = `typist${at}`;
      await app.member({ username, email: `${username}@example.com`, password });
      const attempt = async (typed: string) =>
        (await app.browser().post("/api/login", { username, password: typed })).status;
      const changed = [
        password.toUpperCase(),
        password.toLowerCase(),
        password.trim(),
        password.slice(0, -1),
      ]
        .filter((typed) => typed !== password);
      expect(changed.length).toBeGreaterThan(0);
      for (const typed of changed) {
        expect([typed, await attempt(typed)]).not.toEqual([typed, 200]);
      }
      expect([password, await attempt(password)]).toEqual([password, 200]);
    }
  });

  it("delays a refusal by a second, while others from the address sign in", async () => {
    const app = await appForTest({ limits: { failedLoginsPerAccount: 1 }, refusedLoginMs: 1000 });
    await app.member(someone);
    const other = { ...someone, username: "other", email: "other@example.com" };
    await app.member(other);
    await app.settled();
    const guess = () =>
      app.browser().post("/api/login", { ...login, password: "wrong wrong" }, { ip: "192.0.2.1" });
    expect((await guess()).status).toBe(401);

    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const answered = vi.fn();
    const refused = guess().then((answer) => (answered(), answer));
    const welcome = await app.browser().post("/api/login", {
      username: other.username,
      password: other.password,
    }, { ip: "192.0.2.1" });
    expect(welcome.status).toBe(200);
    await vi.advanceTimersByTimeAsync(999);
    expect(answered).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect((await refused).status).toBe(429);
  });
});

describe("POST /api/logout", () => {
  it("ends the session, on the server as well, and succeeds without one", async () => {
    const { app, member } = await appWithMember();
    const token = member.session();
    const answer = await member.post("/api/logout");
    expect(answer.headers.get("Set-Cookie")).toMatch(/^session=; Max-Age=0; Path=\//);
    expect(await answerOf(answer)).toEqual({ status: 204, body: null });
    const again = await app.browser().get("/api/user", { headers: { Cookie: `session=${token}` } });
    expect(again.status).toBe(401);
    expect((await app.browser().post("/api/logout")).status).toBe(204);
  });
});

it("requires a session, and one of the roles", async () => {
  const { app, member } = await appWithMember();
  expect(await answerOf(await member.post("/api/auth/select-role", {}))).toEqual(
    withMessage(400, "Role must be cadet, alumni or cadre", "role"),
  );
  const stranger = await app.browser().post("/api/auth/select-role", { role: "cadet" });
  expect(await answerOf(stranger)).toEqual(withMessage(401, "Not authenticated"));
});
