import { describe, expect, it } from "vitest";
import { parseEnvironment } from "../env.ts";
import { composeVariables, fileInRoot, namesOf, readComposeFile } from "./testing/compose-file.ts";

const file = readComposeFile();
/** Another secret in each file. */
const secretIn = (path: string) => Buffer.alloc(32, path.at(-1)).toString("base64");
const containers = Object.entries(file.services);
const dockerfile = fileInRoot("Dockerfile");

describe.each(containers)("the container %s", (name, container) => {
  it("cannot do more than it must", () => {
    expect(container.user).toBe("1000:1000");
    expect(container.read_only).toBe(true);
    expect(container.cap_drop).toEqual(["ALL"]);
    expect(container.security_opt).toContain("no-new-privileges:true");
    // Nobody else needs a capability; docker-compose.yml says why the proxy does.
    expect(container.cap_add ?? []).toEqual(name === "proxy" ? ["NET_BIND_SERVICE"] : []);
  });

  it("has bounds of its memory, its processes and its share of the processor", () => {
    expect(container.mem_limit).toMatch(/^\d+[mg]$/);
    expect(container.pids_limit).toBeGreaterThan(0);
    expect(container.cpus).toBeGreaterThan(0);
  });

  it("is of an exact version", () => {
    if (container.build !== undefined) return expect(container.image).toBe("alumni-connect:local");
    expect(container.image).toMatch(/:v?\d+\.\d+\.\d+(-alpine)?$/);
  });

  it("says how it is, and is started again", () => {
    if (name === "prepare") return expect(container.restart).toBe("no");
    expect(container.restart).toBe("unless-stopped");
    expect(container.healthcheck?.test[0]).toMatch(/^CMD/);
  });

  it("keeps what it keeps in volumes with a name", () => {
    const mounted = (container.volumes ?? []).map((volume) => volume.split(":")[0] ?? "");
    const named = mounted.filter((source) => !source.startsWith("./"));
    expect(Object.keys(file.volumes)).toEqual(expect.arrayContaining(named));
    expect(mounted.filter((source) => source.startsWith("./"))).toEqual(
      name === "proxy" ? ["./api/container/Caddyfile"] : [],
    );
  });

  it("has no secret in its description", () => {
    const secrets = Object.keys(container.environment ?? {})
      .filter((variable) => /KEK|KEY$|SECRET|PASSWORD|TOKEN|CODE/.test(variable));
    expect(secrets.filter((variable) => !variable.endsWith("_FILE"))).toEqual([]);
  });
});

describe("docker-compose.yml", () => {
  it("opens the proxy to the world, and nothing else", () => {
    const open = containers.filter(([, { ports = [] }]) =>
      ports.some((port) => !port.startsWith("127.0.0.1:"))
    );
    expect(open.map(([name]) => name)).toEqual(["proxy"]);
  });

  it("keeps search and objects away from the internet", () => {
    expect(file.networks.back?.internal).toBe(true);
    for (const name of ["search", "objects"]) {
      expect(file.services[name]?.networks).toEqual(["back"]);
    }
  });

  it("keeps databases where nodes alone reach them", () => {
    const onDatabases = containers.filter(([, { networks }]) =>
      Array.isArray(networks) ? networks.includes("databases") : "databases" in (networks ?? {})
    );
    expect(file.networks.databases?.internal).toBe(true);
    expect(onDatabases.map(([name]) => name).sort())
      .toEqual(["api", "api-2", "backup", "events-db", "vault-db"]);
  });

  it("runs a second node with the cluster, of the same log or not at all", () => {
    const alone = file.services["api-2"]?.environment ?? {};
    expect(() => parseEnvironment(alone, secretIn)).toThrow(/EVENTS_URL: .*\n.*VAULT_URL: /);
    const variables = { EVENTS_URL: "http://events-db:8080", VAULT_URL: "http://vault-db:8080" };
    const { services } = readComposeFile(variables);
    const environments = ["api", "api-2"].map((name) => services[name]?.environment);
    expect(environments[0]).toEqual(environments[1]);
    expect(parseEnvironment(environments[0] ?? {}, secretIn).events.url)
      .toBe("http://events-db:8080");
    expect(services["events-db"]?.profiles).toEqual(["cluster"]);
  });

  it("has nothing in common with the same file under another project name", () => {
    const live = new Set(namesOf(file));
    expect(live.size).toBeGreaterThan(10);
    expect(namesOf(file, "rehearsal").filter((name) => live.has(name))).toEqual([]);
    // A network with an address, or a container with a name, is there once on a machine.
    expect(Object.values(file.networks).filter((network) => network?.ipam)).toEqual([]);
    expect(containers.filter(([, one]) => one.container_name)).toEqual([]);
    const own = {
      BACKUPS: "/r/log",
      VAULT_BACKUPS: "/r/vault",
      HTTP_PORT: "81",
      HTTPS_PORT: "444",
    };
    const rehearsal = readComposeFile(own);
    const onMachine = ({ services }: typeof file) =>
      Object.values(services).filter(({ profiles }) => profiles === undefined).flatMap((one) => [
        ...(one.ports ?? []).map((port) => port.split(":")[0]),
        ...(one.volumes ?? []).map((volume) => volume.split(":")[0])
          .filter((source) => source?.startsWith("/")),
      ]);
    expect(new Set(onMachine(rehearsal))).toEqual(new Set(Object.values(own)));
    expect(new Set(onMachine(file))).toEqual(new Set(["80", "443"]));
  });

  it("takes servers of your own, when they are set", () => {
    const own = {
      S3_BUCKET: "pictures",
      S3_ENDPOINT: "https://s3.example.edu",
      S3_ACCESS_KEY_ID: "program",
      S3_SECRET_ACCESS_KEY_FILE: "/secrets/own-objects-key",
      MEILI_URL: "https://search.example.edu",
      MEILI_KEY_FILE: "/secrets/own-search-key",
      EVENTS_URL: "https://events.example.edu",
      VAULT_URL: "https://vault.example.edu",
      TRUSTED_PROXY: "192.0.2.7",
    };
    const environment = readComposeFile(own).services.api?.environment;
    expect(environment).toMatchObject({ ...own, S3_PUBLIC_ENDPOINT: "https://s3.example.edu" });
    const keys = { MEILI_KEY_FILE: "", S3_SECRET_ACCESS_KEY_FILE: "" };
    expect(readComposeFile(keys).services.api?.environment).toMatchObject(keys);
    expect(file.services.api?.environment?.S3_PUBLIC_ENDPOINT).toBe("https://localhost");
  });

  it("brings everything without a profile, the mail catcher with dev", () => {
    const without = containers.filter(([, { profiles }]) => profiles === undefined);
    expect(without.map(([name]) => name).sort())
      .toEqual(["api", "backup", "objects", "prepare", "proxy", "search"]);
    expect(file.services.mail?.profiles).toEqual(["dev"]);
  });

  it("takes no variable that .env.example does not describe", () => {
    const described = new Set(
      [...fileInRoot(".env.example").matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name),
    );
    // Each secret can be given in a file, too.
    const plain = composeVariables().map((name) => name.replace(/_FILE$/, ""));
    expect(plain.filter((name) => !described.has(name))).toEqual([]);
  });
});

describe(".env.example", () => {
  it("has nothing for docker compose alone that the service would warn of", () => {
    const [, ofCompose = ""] = fileInRoot(".env.example").split("# For docker compose alone");
    const names = [...ofCompose.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = ""]) => name);
    expect(names).toContain("VAULT_BACKUPS");
    const set = Object.fromEntries(names.map((name) => [name, "set"]));
    const { warnings } = parseEnvironment(set, secretIn);
    expect(warnings).toEqual([]);
  });
});

describe("Caddyfile", () => {
  it("lets nobody keep a connection by sending or reading little", () => {
    const timeouts = /timeouts \{([^}]*)\}/.exec(fileInRoot("api/container/Caddyfile"))?.[1] ?? "";
    const limited = [...timeouts.matchAll(/(\w+) \d+[sm]\n/g)].map(([, name]) => name);
    expect(limited.sort()).toEqual(
      ["idle", "read_body", "read_body_idle", "read_header", "write", "write_idle"],
    );
  });
});

describe("Dockerfile", () => {
  it("has the Deno that the tests run on", () => {
    const { dependencies } = JSON.parse(fileInRoot("package.json"));
    expect(dockerfile).toContain(`FROM denoland/deno:debian-${dependencies.deno}\n`);
  });

  it("has every folder that a volume is mounted on, with its owner", () => {
    const made = new Set(/RUN mkdir -p ([\s\S]*?)&& chown/.exec(dockerfile)?.[1]?.match(/\/\S+/g));
    const own = containers.filter(([, { build }]) => build !== undefined);
    const mounted = own.flatMap(([, { volumes = [] }]) =>
      volumes.map((volume) => volume.split(":")[1] ?? "")
    );
    expect(mounted.filter((path) => !made.has(path))).toEqual([]);
    expect(dockerfile).toContain("USER 1000:1000\n");
  });

  it("runs on what is no development dependency", async () => {
    const { dependencies } = JSON.parse(fileInRoot("package.json"));
    const entries = [
      "api/main.ts",
      "events/report/main.ts",
      ...[...Deno.readDirSync("api/tasks")].map(({ name }) => `api/tasks/${name}`),
      ...[...Deno.readDirSync("api/container")].map(({ name }) => `api/container/${name}`),
    ].filter((path) => path.endsWith(".ts") && !/\.test\.ts$$/.test(path));
    const modules = await Promise.all(entries.map(modulesOf));
    const packages = new Set(modules.flat().flatMap((specifier) => packageOf(specifier) ?? []));
    expect([...packages].filter((name) => !(name in dependencies))).toEqual([]);
    expect(packages.size).toBeGreaterThan(10);
  });
});

/** What our own modules import under an entry, other than files. */
async function modulesOf(entry: string): Promise<string[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", entry],
    stderr: "null",
  }).output();
  const graph: {
    modules: { specifier: string; dependencies?: { specifier: string; code?: unknown }[] }[];
  } = JSON.parse(new TextDecoder().decode(stdout));
  return graph.modules
    .filter(({ specifier }) => !specifier.includes("/node_modules/"))
    .flatMap(({ dependencies = [] }) => dependencies)
    .filter(({ code }) => code !== undefined)
    .map(({ specifier }) => specifier);
}

function packageOf(specifier: string): string | undefined {
  if (/^(\.|\/|node:|file:)/.test(specifier)) return undefined;
  return specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}
