import { expect, it } from "vitest";
import { openSystem } from "../../../../events/testing/system.ts";
import { settingsStream } from "../../../../events/program/setting-events.ts";
import { runAdminOn } from "../../../testing/admin.ts";

it("npm run admin -- settings shows what counts, and changes it as an operator", async () => {
  const system = await openSystem();
  const { readModel, log } = system;
  const admin = runAdminOn(system, { LIMIT_OPEN_REQUESTS: "7" });
  const run = (...args: string[]) => admin("settings", ...args);
  const current = async () => {
    await readModel.catchUp();
    return readModel.settings.current();
  };

  const untouched = await run();
  expect(untouched.stdout).toContain("Who gets in: open (the default, or ADMISSION)\n");
  expect(untouched.stdout).toContain(
    "Open requests per member: 7 (the default, or LIMIT_OPEN_REQUESTS)\n",
  );

  const email = "rotc@example.edu";
  const set = await run("--admission", "approved", "--support-email", email, "--json");
  expect(JSON.parse(set.stdout)).toMatchObject({
    admission: { set: "approved", installation: "open" },
    supportEmail: { set: email, from: "staff" },
    limits: { openRequests: { set: null, installation: 7 } },
  });
  const recorded = await log.readStream(settingsStream);
  expect(recorded.map(({ type, actorId }) => [type, actorId]))
    .toEqual([["SettingsChanged", "operator"]]);

  expect((await run("--add-topic", "Civil Affairs")).stdout)
    .toContain("Help topic: Civil Affairs (own-1)\n");
  await run("--rename-topic", "civil affairs", "--to", "CA");
  expect((await run("--withdraw-topic", "CA")).stdout).toContain("CA (own-1, withdrawn)");
  expect(await current()).toMatchObject({
    admission: "approved",
    topics: [{ id: "own-1", label: "CA", formerly: ["Civil Affairs"], isOffered: false }],
  });
  await run("--admission-domains", "Example.edu, @example.org");
  expect((await run("--admission", "default")).stdout).toContain("Who gets in: open (the default");
  expect((await current()).admissionDomains).toEqual(["example.edu", "example.org"]);

  const before = await log.lastPosition();
  for (
    const [args, said] of [
      [["--admission", "nobody"], "--admission: Must be one of open, confirmed,"],
      [["--admission-domains", "edu"], "--admission-domains: must be domains"],
      [["--open-requests", "0"], "--open-requests: Must be a whole number from 1 to 100"],
      [
        ["--rename-topic", "CB", "--to", "X1"],
        'no help topic "CB" of its own. Its topics are "CA"',
      ],
      [["--add-topic", "Networking"], "A topic with this name already exists"],
      [["--announce", "Hi"], "--until: Choose the last day"],
      [["--admission", "open", "--add-topic", "Foo"], "one at a time. Nothing was done"],
    ] as const
  ) {
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  }
  expect(await log.lastPosition()).toBe(before);
}, 180_000);
