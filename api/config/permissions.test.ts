import { execFile, spawn } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { platform } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { hookSecret } from "../mail/inbound/transports/testing/hook.ts";
import { permissionsOf } from "./permissions.ts";
import { someProfile } from "../testing/app.ts";
import { addPicture, send, signUp } from "../testing/calls.ts";
import { startMailServer } from "../testing/mail-server.ts";
import { anImage } from "../testing/pictures.ts";
import { productForTest } from "../testing/product-for-test.ts";
import { ranksOf } from "../testing/threads.ts";

/** A report, which is read in a worker. */
const undelivered = [
  "From: MAILER-DAEMON@example.com",
  "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
  "",
  "--b",
  "Content-Type: message/delivery-status",
  "",
  "Reporting-MTA: dns; example.com",
  "",
  "Action: failed",
  "Status: 5.1.1",
  "",
  "--b",
  "Content-Type: text/rfc822-headers",
  "",
  "Message-ID: <someone@example.com>",
  "",
  "--b--",
  "",
].join("\r\n");

/** A mail whose signature is verified in a worker. */
const signedByPat = [
  "DKIM-Signature: v=1; a=rsa-sha256; d=example.com; s=none; h=From; bh=AAAA; b=AAAA",
  "From: pat@example.com",
  "To: reply@example.edu",
  "",
  "Hello",
  "",
].join("\r\n");

describe("the permissions that the service starts with", () => {
  it("are used by everything that starts it, and a wrong configuration ends the start", async () => {
    const { tasks } = JSON.parse(await readFile("deno.json", "utf8"));
    expect(tasks.start.command).toBe("sh api/cli/start.sh");
    expect(tasks.serve.command).toBe("sh api/cli/start.sh --built");
    const { stderr, stdout } = await promisify(execFile)(Deno.execPath(), ["task", "serve"], {
      env: { ...Deno.env.toObject(), PORT: "many", NO_COLOR: "1" },
    }).catch((error) => error);
    expect(stderr).toContain("PORT: must be a whole number from 0 to 65535");
    expect(stderr).not.toContain("NotCapable");
    expect(stdout).toBe("");
  });

  it("allow only what the build and the checks need before the service starts", async () => {
    const { tasks } = JSON.parse(await readFile("deno.json", "utf8"));
    const script = await readFile("api/cli/start.sh", "utf8");
    for (
      const text of [
        script,
        ...["build", "build:needed", "packages"].map((name) => JSON.stringify(tasks[name])),
      ]
    ) {
      expect(text).not.toMatch(/ -A|--allow-all|--allow-run/);
    }
    for (const name of ["web/build.txt", "api/cli/packages.txt"]) {
      const flags = (await readFile(name, "utf8")).trim().split("\n");
      expect(flags).toContain("--allow-read=.");
      expect(flags.filter((flag) => /^--allow-(all|run|net|read$|write$|ffi$)/.test(flag))).toEqual(
        [],
      );
    }
  });

  it("don't let operators' commands run programs or load code from elsewhere", async () => {
    const flags = (await readFile("api/cli/tasks/permissions.txt", "utf8")).split("\n");
    expect(flags).toContain("--no-remote");
    expect(flags.filter((flag) => /^--allow-(all|run|sys$|ffi$)/.test(flag))).toEqual([]);
  });

  it.each([
    ["/something data"],
    ["/a, b,,c,"],
    ['/it\'s "quoted" $(touch x) `id` *?[x] & ; > x # ~ !\\\n-A'],
    ["/-A"],
    ["-A, relative"],
  ])("cover a folder of any name, and nothing beside it: %j", async (name) => {
    const folder = await temporaryFolder();
    const dataDir = name.startsWith("/") ? join(folder, name) : name;
    // The relative path is in the working folder.
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const child = spawn("sh", ["api/cli/start.sh", "--built"], {
      env: { ...Deno.env.toObject(), DATA_DIR: dataDir, PORT: "0", APP_ENV: "production" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let written = "";
    child.stdout.on("data", (text) => written += text);
    child.stderr.on("data", (text) => written += text);
    await expect.poll(() => written).toContain("is ready at");
    expect(await readdir(dataDir)).toContain("alumni.db");
    const [, , ...words] = (await readFile(`/proc/${child.pid}/cmdline`, "utf8")).split("\0");
    const drawing = /^--drawing=(.*)\/socket$/.exec(words.at(-2) ?? "")?.[1] ?? "";
    expect(words.slice(0, -3)).toEqual(permissionsOf({ DATA_DIR: dataDir }, [drawing]));
    // The permissions that these words give.
    const probe = join(folder, "probe.ts");
    const beside = join(folder, "beside");
    await writeFile(beside, "");
    await writeFile(
      probe,
      `for (const path of ${JSON.stringify([dataDir, beside, folder, "/", "/etc/passwd"])}) {
        console.log(await Deno.stat(path).then(() => "may", () => "may not"));
      }`,
    );
    const { stdout } = await promisify(execFile)(Deno.execPath(), [
      "run",
      ...permissionsOf({ DATA_DIR: dataDir }),
      probe,
    ]);
    expect(stdout).toBe("may\nmay not\nmay not\nmay not\nmay not\n");
  });

  it("are enough to register, upload a picture, search, send mail, and read it", async () => {
    const server = await startMailServer();
    onTestFinished(() => server.close());
    const folder = await temporaryFolder();
    const product = await productForTest({
      DATA_DIR: join(folder, "with a space", "data"),
      SECRET_FILE: join(folder, "kept", "secret"),
      BACKUPS: join(folder, "backups"),
      METRICS_PORT: "0",
      SMTP_URL: `smtp://localhost:${server.port}`,
      MAIL_FROM: "alumni@example.edu",
    }, {
      choices: {
        replies: {
          address: "reply@example.edu",
          usesPlus: true,
          trustedAuthservId: undefined,
          hookSecret,
        },
      },
    });
    const { cookie } = await signUp(product, "pat");
    if (platform() === "linux") {
      // The password was hashed at lower priority than requests.
      expect((await ranksOf(product.pid)).map(({ nice }) => nice)).toContain(5);
    }
    const call = (method: string, path: string, body?: unknown) =>
      send(product, method, path, { cookie, body });
    expect((await call("POST", "/api/profile", someProfile)).status).toBe(201);
    const picture = await addPicture(product, { cookie }, new Uint8Array(await anImage()));
    expect((await call("GET", picture)).status).toBe(200);
    expect(await (await call("GET", "/api/directory?search=pat")).json()).toMatchObject({
      total: 1,
    });
    await expect.poll(() => server.received.length).toBe(1);
    expect(await (await call("GET", "/directory")).text()).toContain("Alumni Directory");
    const metrics = /Metrics are at (\S+)/.exec(product.written())?.[1] ?? "";
    const figures = await (await fetch(metrics)).text();
    for (const name of ["disk_free_bytes", "search_behind_events", "outbox_waiting_mails"]) {
      expect(figures).toMatch(new RegExp(`^alumni_${name} \\d+$`, "m"));
    }
    // A default that its permissions don't allow would be 0.
    expect(figures).not.toMatch(/^process_\w+ 0$/m);
    const post = async (body: string) => {
      const url = `${product.origin}/mail/${hookSecret}`;
      return await (await fetch(url, { method: "POST", body })).json();
    };
    expect(await post(undelivered)).toEqual({ is: "bounce" });
    expect(await post(signedByPat)).toEqual({ is: "refused", reason: "unknown-conversation" });
    expect((await call("DELETE", "/api/account")).status).toBe(204);
    await product.stop();
    expect(product.written()).not.toContain("NotCapable");
    expect(product.written()).not.toContain('"level":"error"');
  });

  it("let it reach a picture store over TLS, and nothing unneeded", async () => {
    const forbidden = {
      "run a program": `new Deno.Command("/bin/true").outputSync()`,
      "run one by Node's names": `(await import("node:child_process")).execFileSync("/bin/true")`,
      "read /etc/passwd": `Deno.readTextFileSync("/etc/passwd")`,
      "read it by Node's names": `(await import("node:fs")).readFileSync("/etc/passwd")`,
      "read what the process is": `Deno.readTextFileSync("/proc/self/environ")`,
      "write beside its data": `Deno.writeTextFileSync("/tmp/alumni-connect-was-here", "")`,
      "change itself": `Deno.writeTextFileSync("api/main.ts", "")`,
      "load another library": `Deno.dlopen("libc.so.6", {})`,
      "load code from elsewhere": `await import("https://example.com/module.ts")`,
    };
    const probes = Object.entries(forbidden).map(([what, code]) =>
      `try { ${code}; console.log("It may ${what}"); } catch { refused++; }\n`
    );
    const folder = await temporaryFolder();
    const path = join(folder, "probe.ts");
    await writeFile(
      path,
      `let refused = 0;\n${probes.join("")}console.log(refused);
      import("node:https").then(({ get }) =>
        get("https://127.0.0.1:1/").once("error", ({ code }) => console.log(code)));`,
    );
    const flags = permissionsOf({ DATA_DIR: join(folder, "data") });
    const { stdout } = await promisify(execFile)(Deno.execPath(), ["run", ...flags, path]);
    expect(stdout).toBe(`${probes.length}\nECONNREFUSED\n`);
  });
});
