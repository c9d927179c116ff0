import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../events/store/database.ts";
import { temporaryFolder } from "../../events/testing/database.ts";
import { describeWithLibsqlServer } from "../../events/testing/libsql-server.ts";
import { makeIdentity } from "../config/identities.ts";
import { runAdmin } from "../testing/admin.ts";
import { someProfile } from "../testing/app.ts";
import { password, send, signUp } from "../testing/calls.ts";
import { found, readyz, startNodes, within } from "../testing/cluster.ts";
import { startMailServer } from "../testing/mail-server.ts";

describeWithLibsqlServer("several nodes on libSQL servers", () => {
  it("find changes of another node within a second, and their own at once", async () => {
    const { first, second, third } = await startNodes(3);
    const pat = await signUp(first, "pat");
    await send(first, "POST", "/api/profile", {
      cookie: pat.cookie,
      body: { ...someProfile, company: "Initech" },
    });
    expect(await found(first, pat, "initech")).toBe(1);
    for (const node of [second, third]) {
      await expect.poll(() => found(node, pat, "initech"), within).toBe(1);
    }
    await send(second, "PATCH", "/api/profile", {
      cookie: pat.cookie,
      body: { company: "Hooli" },
    });
    expect(await found(second, pat, "hooli")).toBe(1);
    for (const node of [first, third]) {
      await expect.poll(() => found(node, pat, "hooli"), within).toBe(1);
      expect(await found(node, pat, "initech")).toBe(0);
    }
  });

  it("hide a hidden profile and forget an erased member within a second", async () => {
    const { first, second } = await startNodes(2);
    const [pat, other] = [await signUp(first, "pat"), await signUp(second, "other")];
    await send(first, "POST", "/api/profile", { cookie: pat.cookie, body: someProfile });
    const { id } = await (await send(first, "GET", "/api/user", pat)).json();
    const seen = async () => (await send(second, "GET", `/api/profile/${id}`, other)).status;
    await expect.poll(seen, within).toBe(200);
    await send(first, "PATCH", "/api/profile", { cookie: pat.cookie, body: { isVisible: false } });
    await expect.poll(seen, within).toBe(403);
    await send(first, "DELETE", "/api/account", pat);
    await expect.poll(seen, within).toBe(404);
    expect((await send(second, "GET", "/api/user", pat)).status).toBe(401);
  });

  it("share sessions, passwords and names", async () => {
    const { first, second } = await startNodes(2);
    const pat = await signUp(first, "pat");
    expect((await send(second, "GET", "/api/user", pat)).status).toBe(200);
    await expect(signUp(second, "pat")).rejects.toThrow("Username already taken");
    const login = { username: "pat", password };
    expect((await send(second, "POST", "/api/login", { body: login })).status).toBe(200);
    await send(second, "POST", "/api/logout", pat);
    expect((await send(first, "GET", "/api/user", pat)).status).toBe(401);
  });

  it("give a name to one of many people who request it from all nodes at once", async () => {
    const { first, second, third } = await startNodes(3);
    const tries = [first, second, third, first, second, third].map((node) =>
      signUp(node, "pat").then(() => "taken", (error: Error) => error.message.slice(0, 3))
    );
    expect((await Promise.all(tries)).toSorted()).toEqual(
      ["409", "409", "409", "409", "409", "taken"],
    );
  });

  it("are ready only once they have all data, also with an empty folder", async () => {
    const { cluster, first } = await startNodes(1);
    const pat = await signUp(first, "pat");
    await Promise.all(Array.from({ length: 40 }, async (_, number) => {
      const { cookie } = await signUp(first, `someone${number}`);
      await send(first, "POST", "/api/profile", { cookie, body: someProfile });
    }));
    const port = String(20_000 + Math.floor(Math.random() * 10_000));
    const late = { origin: `http://127.0.0.1:${port}` };
    const starting = cluster.addNode({ PORT: port });
    const states = new Set<string>();
    const look = async () => {
      const state = await readyz(late).catch(() => "no one listens");
      states.add(state);
      return state;
    };
    await expect.poll(look, { interval: 5 }).toBe("200 ready");
    const answer = await send(late, "GET", "/api/directory", pat);
    expect((await answer.json()).total).toBe(40);
    expect([...states].toSorted()).toEqual([
      "200 ready",
      "503 not ready\nread tables: being brought up to date",
      "no one listens",
    ]);
    await starting;
  });

  it("send each mail once", async () => {
    const server = await startMailServer();
    onTestFinished(() => server.close());
    const { cluster, first, second, third } = await startNodes(3, {
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: "alumni@example.edu",
    });
    const nodes = [first, second, third];
    await Promise.all(
      Array.from({ length: 30 }, (_, number) => signUp(nodes[number % 3]!, `someone${number}`)),
    );
    await expect.poll(() => server.received.length).toBe(30);
    // A process that sends one again does it before it stops.
    const log = await openDatabase({ url: cluster.database.url, durability: "full" });
    onTestFinished(() => log.close());
    await expect.poll(() => log.read("SELECT * FROM outbox")).toEqual([]);
    await Promise.all(nodes.map((node) => node.stop()));
    const recipients = server.received.flatMap(({ to }) => to);
    expect(new Set(recipients).size).toBe(30);
    expect(recipients).toHaveLength(30);
  });

  it("work with another secret after it was changed while all were stopped", async () => {
    const { cluster, first } = await startNodes(1);
    const { cookie, username } = await signUp(first, "pat");
    const { identity } = await makeIdentity();
    const both = `${cluster.environment.SECRET}\n${identity}`;
    const change = (SECRET: string | undefined, DATA_DIR: string) => {
      const environment = { ...cluster.environment, SECRET: SECRET ?? "", DATA_DIR };
      return runAdmin(["change-secret", "--yes"], { environment });
    };
    const folder = await temporaryFolder();
    expect(await change(cluster.environment.SECRET, folder))
      .toMatchObject({
        code: 1,
        stderr: expect.stringContaining("Add a line with a new secret at its end"),
      });
    await first.stop();
    expect(await change(both, folder)).toMatchObject({ code: 0 });
    await expect(cluster.addNode()).rejects.toThrow("it is another secret");
    const next = await cluster.addNode({ SECRET: both });
    const user = await send(next, "GET", "/api/user", { cookie });
    expect(await user.json()).toMatchObject({ username });
  });

  it("refuse a node with another secret", async () => {
    const { cluster, first } = await startNodes(1);
    await signUp(first, "pat");
    const { identity: SECRET } = await makeIdentity();
    await expect(cluster.addNode({ SECRET })).rejects.toThrow("it is another secret");
  });
});
