import process from "node:process";
import { expect, it, onTestFinished } from "vitest";
import { productFolder } from "../../testing/process.ts";
import { guideBlocks } from "./testing/guide.ts";

// Runs the guide's commands on a machine with only Node and systemd. .ci/container makes its image.

const image = process.env.MACHINE_IMAGE ?? "";
const skipped = image === "" ? " (skipped: .ci/container runs it)" : "";

it.skipIf(skipped !== "")(
  `The guide's commands run the service without containers, back up and restore${skipped}`,
  { timeout: 600_000 },
  async () => {
    const machine = await givenMachine();
    const typed = guideBlocks().filter(({ section }) => section === "Without containers");
    expect(typed.map(({ step }) => step)).toEqual([1, 2, 3, 4]);
    const [code, folders, settings, start] = typed.map(({ text }) => text);
    await machine.shell(code);
    await machine.shell(folders);
    await machine.shell(`cat > /srv/alumni-connect/.env <<'END'\n${settings}END`);
    await machine.shell(start);
    await machine.ready();
    const path = "/var/lib/alumni-connect/secrets/secret";
    const secret = await machine.shell(`cat ${path}`);
    const privately = `stat -c '%a %U' /srv/alumni-connect/.env ${path}`;
    expect(await machine.shell(privately)).toBe("600 alumni\n600 alumni");

    const admin = (words: string) =>
      machine.shell(
        `cd /srv/alumni-connect && DATA_DIR=/var/lib/alumni-connect runuser -u alumni -- npm run -s admin -- ${words}`,
      );
    expect(await admin("seed --profiles 5 --yes")).toMatch(/with the password/);
    const [name = ""] = /alumni-\S+\.age/.exec(await admin("backup")) ?? [];
    expect(await machine.shell("ls /mnt/backups/alumni")).toContain(name);
    await admin("verify");

    // Like a power failure: the secret stays, and the machine starts its services again.
    await machine.shell(folders);
    await machine.restart();
    await machine.ready();
    expect(await machine.shell(`cat ${path}`)).toBe(secret);
    await admin("verify");

    // Follows the guide's steps for a restore on the same machine.
    await machine.shell(`
      systemctl stop alumni-connect
      mv /var/lib/alumni-connect /var/lib/alumni-connect.old
      install -d -o alumni -m 700 /var/lib/alumni-connect
      grep AGE-SECRET-KEY- /var/lib/alumni-connect.old/secrets/secret > /root/secret.txt`);
    expect(await admin(`restore --yes /mnt/backups/alumni/${name} < /root/secret.txt`))
      .toContain("with 7 people");
    await machine.shell("systemctl start alumni-connect");
    await machine.ready();
    await admin("verify");
  },
);

/** A machine with the files of a release, and a shell of root in their folder. */
async function givenMachine() {
  const cache = await output("npm", ["config", "get", "cache"]);
  const id = await output("podman", [
    ...["run", "--detach", "--systemd=always", "--cap-add=SYS_ADMIN", "--network=none"],
    // Packages were downloaded before, because the machine has no network.
    ...["--volume", `${cache}:/root/.npm`, "--env", "npm_config_offline=true"],
    ...[image, "/sbin/init"],
  ]);
  onTestFinished(async () => void await output("podman", ["rm", "--force", "--time", "1", id]));
  const unpack = `git ls-files -z | tar -c --null -T - | podman exec -i ${id} tar --extract`;
  await output("bash", ["-euo", "pipefail", "-c", unpack]);
  const shell = (commands = "") =>
    output("podman", ["exec", id, "bash", "-euo", "pipefail", "-c", commands]);
  return {
    shell,
    async ready() {
      const asks =
        "fetch('http://127.0.0.1:8000/readyz').then((it) => it.text()).then(console.log)";
      await shell(`
        for second in {1..180}; do
          [ "$(node -e "${asks}" 2>&1)" != ready ] || exit 0
          sleep 1
        done
        journalctl --unit alumni-connect
        exit 1`);
    },
    restart: () => output("podman", ["restart", "--time", "30", id]),
  };
}

/** Returns a program's output. Fails if the program fails. */
async function output(program: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    cwd: productFolder,
    stdin: "null",
  }).output();
  const [out = "", err = ""] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  expect({ args, code, err: code === 0 ? "" : `${out}${err}` }).toEqual({ args, code: 0, err: "" });
  return out.trim();
}
