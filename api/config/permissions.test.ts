import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { platform } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { permissionsOf } from "./permissions.ts";
import { someone, someProfile } from "../testing/app.ts";
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
    expect(tasks.serve.command).toContain("api/config/permissions.ts) api/main.ts");
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
    const { origin } = product;
    const registered = await send(origin, "POST", "/api/register", someone);
    expect(registered.status).toBe(201);
    if (platform() === "linux") {
      // Its password was hashed after what answers requests.
      expect((await ranksOf(product.pid)).map(({ nice }) => nice)).toContain(5);
    }
    const cookie = registered.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    expect((await send(origin, "POST", "/api/profile", someProfile, cookie)).status).toBe(201);
    const upload = await send(origin, "POST", "/api/objects/upload", undefined, cookie);
    const { uploadURL } = await upload.json();
    const image = new Uint8Array(await anImage());
    expect((await fetch(uploadURL, { method: "PUT", body: image })).status).toBe(200);
    const saved = await send(origin, "PUT", "/api/profile-images", {
      profileImageURL: uploadURL,
    }, cookie);
    expect(saved.status).toBe(200);
    const { objectPath } = await saved.json();
    expect((await send(origin, "GET", objectPath, undefined, cookie)).status).toBe(200);
    const found = await send(origin, "GET", "/api/directory?search=jane", undefined, cookie);
    expect((await found.json()).total).toBe(1);
    await expect.poll(() => server.received.length, { timeout: 10_000 }).toBe(1);
    const page = await send(origin, "GET", "/directory", undefined, cookie);
    expect(await page.text()).toContain("Alumni Directory");
    const metrics = /Metrics are at (\S+)/.exec(product.written())?.[1] ?? "";
    expect(await (await fetch(metrics)).text()).toContain("alumni_index_profiles 1");
    expect((await send(origin, "DELETE", "/api/account", undefined, cookie)).status).toBe(204);
    await product.stop();
    expect(product.written()).not.toContain("NotCapable");
    expect(product.written()).not.toContain('"level":"error"');
  }, 60_000);

  it("let it reach a store for pictures over TLS", async () => {
    const path = join(await temporaryFolder(), "probe.ts");
    await writeFile(
      path,
      `import { get } from "node:https";
      get("https://127.0.0.1:1/").once("error", ({ code }) => console.log(code));`,
    );
    const flags = permissionsOf({ DATA_DIR: await temporaryFolder() });
    const { stdout } = await promisify(execFile)(Deno.execPath(), ["run", ...flags, path]);
    expect(stdout.trim()).toBe("ECONNREFUSED");
  });

  it.each([
    ["run a program", `new Deno.Command("/bin/true").outputSync()`],
    ["run one by Node's names", `(await import("node:child_process")).execFileSync("/bin/true")`],
    ["read /etc/passwd", `Deno.readTextFileSync("/etc/passwd")`],
    ["read it by Node's names", `(await import("node:fs")).readFileSync("/etc/passwd")`],
    ["read what the process is", `Deno.readTextFileSync("/proc/self/environ")`],
    ["write beside its data", `Deno.writeTextFileSync("/tmp/alumni-connect-was-here", "")`],
    ["change itself", `Deno.writeTextFileSync("api/main.ts", "")`],
    ["load another library", `Deno.dlopen("libc.so.6", {})`],
    ["load code from elsewhere", `await import("https://example.com/module.ts")`],
  ])("do not let it %s", async (_, code) => {
    const folder = await temporaryFolder();
    const path = join(folder, "probe.ts");
    await writeFile(
      path,
      `try { ${code}; console.log("done"); } catch { console.log("refused"); }`,
    );
    const flags = permissionsOf({ DATA_DIR: join(folder, "data") });
    const { stdout } = await promisify(execFile)(Deno.execPath(), ["run", ...flags, path]);
    expect(stdout.trim()).toBe("refused");
  });
});

async function send(origin: string, method: string, path: string, body: unknown, cookie?: string) {
  return await fetch(`${origin}${path}`, {
    method,
    headers: { origin, "content-type": "application/json", ...(cookie && { cookie }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
