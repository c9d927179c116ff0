import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../events/testing/database.ts";
import { maxFileMegabytes, maxFormBytes } from "../../features/invitations/sheets/limits.ts";
import { maxUploadBytes } from "../../objects/object-store.ts";
import { variableNames } from "../../config/variables.ts";
import { parseEnvironment } from "../../config/env.ts";
import { productFolder } from "../../testing/process.ts";
import {
  type ComposeFile,
  composeVariables,
  type Container,
  fileInRoot,
  readComposeFile,
} from "./testing/compose-file.ts";

const file = readComposeFile();
const digest = `registry.example.edu/alumni@sha256:${"0f".repeat(32)}`;
const cluster = readComposeFile({}, "docker-compose.cluster.yml");
const secretIn = (path: string) => `in${path}`;
const everywhere = Object.entries({ "one node": file, "two nodes": cluster })
  .flatMap(([nodes, { services }]) =>
    Object.entries(services).map(([name, container]) => ({ nodes, name, container }))
  );
/** Containers that other machines can reach. */
const published = ({ services }: Pick<ComposeFile, "services">) =>
  Object.fromEntries(
    Object.entries(services).flatMap(([name, { ports = [] }]) => {
      const open = ports.filter((port) => !port.startsWith("127.0.0.1:"));
      return open.length === 0 ? [] : [[name, open]];
    }),
  );
const compose = process.env.DOCKER_COMPOSE ?? "";
const skipped = compose === "" ? " (skipped: DOCKER_COMPOSE does not name its program)" : "";

describe.each(everywhere)("with $nodes, the container $name", ({ name, container }) => {
  it("has only required rights, limited resources, a health check and a restart policy", () => {
    expect(container).toMatchObject({
      user: "1000:1000",
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: expect.arrayContaining(["no-new-privileges:true"]),
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      pids_limit: expect.any(Number),
      cpus: expect.any(Number),
      restart: name === "prepare" ? "no" : "unless-stopped",
    });
    // Other containers need no capability. docker-compose.yml explains why the proxy does.
    expect(container.cap_add ?? []).toEqual(name === "proxy" ? ["NET_BIND_SERVICE"] : []);
    // Nodes have the health check of their image.
    if (!/^(prepare|api)/.test(name)) expect(container.healthcheck?.test[0]).toMatch(/^CMD/);
  });

  it("has an exact version, and no secret in its description", () => {
    const { version } = JSON.parse(fileInRoot("package.json"));
    const own = expect.stringMatching(`/alumni-connect:${version}$`);
    expect(container.image)
      .toEqual(
        container.build !== undefined ? own : expect.stringMatching(/:v?\d+\.\d+\.\d+(-alpine)?$/),
      );
    const secrets = Object.keys(container.environment ?? {})
      .filter((variable) => /KEY$|SECRET|PASSWORD|TOKEN|CODE/.test(variable));
    expect(secrets.filter((variable) => !variable.endsWith("_FILE"))).toEqual([]);
  });
});

describe("docker-compose.yml", () => {
  it("exposes only the proxy, and lets only nodes reach search, objects and database", () => {
    for (const { networks, services } of [file, cluster]) {
      expect(Object.keys(published({ services }))).toEqual(["proxy"]);
      expect(networks.back?.internal).toBe(true);
      for (const name of ["search", "objects"]) expect(services[name]?.networks).toEqual(["back"]);
    }
  });

  it("runs an image named by its digest, the same in every container", () => {
    const { services } = readComposeFile({ IMAGE: digest });
    const own = Object.values(services).filter(({ build }) => build !== undefined);
    expect(own.map(({ image }) => image)).toEqual([digest, digest]);
  });

  it("uses external servers if they are set", () => {
    const own = {
      S3_BUCKET: "pictures",
      S3_ENDPOINT: "https://s3.example.edu",
      S3_ACCESS_KEY_ID: "program",
      S3_SECRET_ACCESS_KEY_FILE: "/secrets/own-objects-key",
      MEILI_URL: "https://search.example.edu",
      MEILI_KEY_FILE: "/secrets/own-search-key",
      TRUSTED_PROXY: "192.0.2.7",
    };
    const environment = readComposeFile(own).services.api?.environment;
    expect(environment).toMatchObject({ ...own, S3_PUBLIC_ENDPOINT: "https://s3.example.edu" });
    const keys = { MEILI_KEY_FILE: "", S3_SECRET_ACCESS_KEY_FILE: "" };
    expect(readComposeFile(keys).services.api?.environment).toMatchObject(keys);
    expect(file.services.api?.environment?.S3_PUBLIC_ENDPOINT).toBe("https://localhost");
  });

  it("uses no variable that .env.example doesn't describe, like the service", () => {
    const described = new Set(
      [...fileInRoot(".env.example").matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name),
    );
    // Each secret can be in a file, too.
    const plain = composeVariables().map((name) => name.replace(/_FILE$/, ""));
    expect([...plain, ...variableNames].filter((name) => !described.has(name))).toEqual([]);
  });
});

describe("docker-compose.cluster.yml", () => {
  const { services, networks } = cluster;

  it("adds a node like the first one, and a shared server", () => {
    const added = Object.keys(services).filter((name) => file.services[name] === undefined);
    expect(added.sort()).toEqual(["api-2", "db"]);
    const [one, two] = ["api", "api-2"].map((name) => services[name]);
    expect({ ...two, volumes: [] }).toEqual({ ...one, volumes: [] });
    const volumes = one?.volumes?.map((volume) => volume.replace(/^data:/, "data-2:"));
    expect(new Set(two?.volumes)).toEqual(new Set(volumes));
    for (const name of ["api", "api-2"]) {
      const { database } = parseEnvironment(environmentOf(services[name]), secretIn);
      expect(database.url).toBe("http://db:8080");
    }
    expect(services.proxy?.environment?.NODES).toBe("api:8000 api-2:8000");
  });

  it("lets only nodes reach the database", () => {
    expect(networks.databases?.internal).toBe(true);
    const onNetwork = Object.entries(services).flatMap(([service, { networks = [] }]) =>
      (Array.isArray(networks) ? networks : Object.keys(networks)).includes("databases")
        ? [service]
        : []
    );
    expect(onNetwork.sort()).toEqual(["api", "api-2", "db"]);
  });
});

describe.skipIf(skipped !== "")(`Docker Compose${skipped}`, () => {
  it.each([
    ["docker-compose.yml", file, "*"],
    ["docker-compose.cluster.yml", cluster, "none"],
  ])("reads %s like these tests", async (name, read, profile) => {
    const files = [...new Set(["docker-compose.yml", name])];
    // A folder without a developer's .env.
    const folder = await temporaryFolder();
    for (const path of files) await copyFile(join(productFolder, path), join(folder, path));
    const { code, stdout, stderr } = await new Deno.Command(compose, {
      args: ["--profile", profile, ...files.flatMap((path) => ["-f", path])]
        .concat("config", "--format", "json"),
      cwd: folder,
    }).output();
    const [out = "", err = ""] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
    const { services }: ComposeFile = JSON.parse(out);
    const isUp = ({ profiles = [] }: Container) =>
      profiles.length === 0 || profile === "*" || profiles.includes(profile);
    const settingsOf = (all: ComposeFile["services"]) =>
      Object.fromEntries(
        Object.entries(all).filter(([, one]) => isUp(one)).map(([name, one]) => [name, {
          image: one.image,
          user: one.user,
          command: one.command ?? [],
          environment: environmentOf(one),
          needs: Object.keys(one.depends_on ?? {}).sort(),
          isBuilt: one.build !== undefined,
        }]),
      );
    // The written file can be read again, so each $ is doubled.
    expect(JSON.parse(JSON.stringify(settingsOf(services)).replaceAll("$$", "$")))
      .toEqual(settingsOf(read.services));
  });
});

const environmentOf = (container: Container | undefined) => container?.environment ?? {};

describe(".env.example", () => {
  it("has no variable for Docker Compose alone that the service would warn about", () => {
    const [, ofCompose = ""] = fileInRoot(".env.example").split("# For docker compose alone");
    const names = [...ofCompose.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = ""]) => name);
    expect(names).toContain("HTTP_PORT");
    const set = Object.fromEntries(names.map((name) => [name, "set"]));
    const { warnings } = parseEnvironment(set, secretIn);
    expect(warnings).toEqual([]);
  });
});

describe("Caddyfile", () => {
  it("serves the program's address by https, with today's versions of TLS and a public certificate", () => {
    const caddyfile = fileInRoot("api/cli/container/Caddyfile");
    // Caddy's defaults: TLS 1.2 and 1.3, automatic certificates, and a redirect from http to https.
    expect(caddyfile).not.toMatch(/\btls\b|protocols|auto_https|ciphers|insecure/);
    const addresses = [...caddyfile.matchAll(/^(?!\()(\S+) \{$/gm)].map(([, address]) => address);
    expect(addresses).toEqual(["http://127.0.0.1:8081", "{$APP_ORIGIN}"]);
  });

  it("closes connections that send or read too slowly", () => {
    const timeouts = /timeouts \{([^}]*)\}/.exec(fileInRoot("api/cli/container/Caddyfile"))?.[1] ??
      "";
    const limited = [...timeouts.matchAll(/(\w+) \d+[smh]( \d+)?\n/g)].map(([, name]) => name);
    expect(limited.sort()).toEqual(
      ["idle", "read_body", "read_body_idle", "read_header", "write", "write_idle"],
    );
  });
});

describe("the proxy's size limit", () => {
  const caddyfile = fileInRoot("api/cli/container/Caddyfile");

  it("allows the largest file that a page accepts", () => {
    const limits = [...caddyfile.matchAll(/max_size (\d+)MB/g)].map(([, most]) =>
      Number(most) * 1e6
    );
    expect(limits).toHaveLength(2);
    expect(Math.min(...limits)).toBeGreaterThan(Math.max(maxFormBytes, maxUploadBytes));
  });

  it("is explained in a sentence, with a way back", () => {
    const [, page = ""] = /handle_errors 413 \{[^]*<<HTML([^]*)HTML 413/.exec(caddyfile) ?? [];
    expect(page).toContain(`can have up to ${maxFileMegabytes} MB. Choose a smaller file.</p>`);
    expect(page).toContain(`<a href="/program/import">Import a spreadsheet</a>`);
  });
});

it("the image has no history of the source, no tests and no data", () => {
  const [first, ...rules] = fileInRoot(".dockerignore").split("\n").filter((line) =>
    /^[^#]/.test(line)
  );
  expect(first).toBe("*");
  const added = rules.flatMap((rule) => rule.startsWith("!") ? [rule.slice(1)] : []);
  expect(added.filter((name) => /^\.(?!npmrc$)|^data|\*/.test(name))).toEqual([]);
  expect(rules).toEqual(expect.arrayContaining(["**/*.test.ts", "**/testing"]));
});

it("the image has the Deno that the tests run on", () => {
  const { dependencies } = JSON.parse(fileInRoot("package.json"));
  expect(fileInRoot("Dockerfile")).toContain(`FROM denoland/deno:debian-${dependencies.deno}\n`);
});
