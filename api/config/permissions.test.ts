import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { platform } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { permissionsOf } from "./permissions.ts";
import { someProfile } from "../testing/app.ts";
import { addPicture, send, signUp } from "../testing/calls.ts";
import { startMailServer } from "../testing/mail-server.ts";
import { anImage } from "../testing/pictures.ts";
import { productForTest } from "../testing/product-for-test.ts";
import { ranksOf } from "../testing/threads.ts";

describe("the permissions that the service starts with", () => {
  it("are those of the task in deno.json", async () => {
    const { tasks } = JSON.parse(await readFile("deno.json", "utf8"));
    const { stdout } = await promisify(execFile)(Deno.execPath(), ["task", "serve"], {
      env: { ...Deno.env.toObject(), PORT: "many", NO_COLOR: "1" },
    }).catch((error) => ({ stdout: error.stderr }));
    expect(tasks.serve.command).toBe("sh api/operations/start.sh --built");
    expect(stdout).toContain("PORT: must be a whole number from 0 to 65535");
    expect(stdout).not.toContain("NotCapable");
  });

  it("are enough to register, upload a picture, search, and send mail", async () => {
    const server = await startMailServer();
    onTestFinished(() => server.close());
    const folder = await temporaryFolder();
    const kek = join(folder, "kek");
    await writeFile(kek, "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=");
    const product = await productForTest({
      DATA_DIR: join(folder, "with a space", "data"),
      KEK_FILE: kek,
      ERASURE_LEDGER: join(folder, "ledger", "erased"),
      METRICS_PORT: "0",
      SMTP_URL: `smtp://localhost:${server.port}`,
      MAIL_FROM: "alumni@example.edu",
    });
    const { cookie } = await signUp(product, "pat");
    if (platform() === "linux") {
      // Its password was hashed after what answers requests.
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
    await expect.poll(() => server.received.length, { timeout: 10_000 }).toBe(1);
    expect(await (await call("GET", "/directory")).text()).toContain("Alumni Directory");
    const metrics = /Metrics are at (\S+)/.exec(product.written())?.[1] ?? "";
    expect(await (await fetch(metrics)).text()).toContain("alumni_index_profiles 1");
    expect((await call("DELETE", "/api/account")).status).toBe(204);
    await product.stop();
    expect(product.written()).not.toContain("NotCapable");
    expect(product.written()).not.toContain('"level":"error"');
  }, 60_000);

  it("let it reach a store for pictures over TLS, and do nothing that it needn't", async () => {
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
