import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../events/testing/database.ts";
import { readEnvFile } from "./env-file.ts";

async function fileOf(text: string): Promise<string> {
  const path = join(await temporaryFolder(), ".env");
  await writeFile(path, text);
  return path;
}

describe("the file .env", () => {
  it("is read with quotes and comments, as docker compose does", async () => {
    const path = await fileOf(
      "# $ in a comment\nSMTP_PASSWORD='pa$$word'\nBACKUPS=\"the backups\"\nPORT=8001 # for $5, `#1`\nHOST=\n" +
        "CADRE_CODE='#1'\nMAIL_FROM=a\\b\n",
    );
    expect(readEnvFile(path)).toEqual({
      SMTP_PASSWORD: "pa$$word",
      BACKUPS: "the backups",
      PORT: "8001",
      HOST: "",
      CADRE_CODE: "#1",
      MAIL_FROM: "a\\b",
    });
  });

  it.each([
    "SMTP_PASSWORD=pa$word",
    'SMTP_PASSWORD="pa$word"',
    " export SMTP_PASSWORD = $1",
    "SMTP_PASSWORD=pa#word",
    "SMTP_PASSWORD= # none",
    'SMTP_PASSWORD="pa\\"word"',
    "SMTP_PASSWORD='pa\\'word'",
    "SMTP_PASSWORD=`password`",
  ])(
    "is refused where docker compose would read something else: %s",
    async (line) => {
      const path = await fileOf(`PORT=8001\n${line}\n`);
      expect(() => readEnvFile(path)).toThrow("SMTP_PASSWORD: put the value in");
    },
  );

  it("may be missing", async () => {
    expect(readEnvFile(join(await temporaryFolder(), ".env"))).toEqual({});
  });
});
