import { describe, expect, it } from "vitest";
import { backupName, type BackupPlace } from "./place.ts";

const madeAt = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour));
const name = (hour: number) => backupName(madeAt(hour));

/** More than one part of a bucket's upload. */
const content = Uint8Array.from({ length: 9_000_000 }, (_, at) => at % 251);

export function streamOf(bytes: Uint8Array, fails = false): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, at += 70_000));
      else if (fails) controller.error(new Error("It ends here"));
      else controller.close();
    },
  });
}

/** Tests that every place for backups passes. */
export function describeBackupPlace(where: string, open: () => Promise<BackupPlace>): void {
  async function read(place: BackupPlace, file: string) {
    const body = await place.open(file);
    return body && new Uint8Array(await new Response(body).arrayBuffer());
  }

  describe(`backups in ${where}`, () => {
    it("are read unchanged, and listed newest first", async () => {
      const place = await open();
      expect(await place.list()).toEqual([]);
      expect(await place.write(name(3), streamOf(content))).toBe(content.length);
      const small = content.slice(0, 100);
      expect(await place.write(name(4), streamOf(small))).toBe(100);
      expect(await place.list()).toEqual([
        { name: name(4), madeAt: madeAt(4), bytes: 100 },
        { name: name(3), madeAt: madeAt(3), bytes: content.length },
      ]);
      expect(Buffer.compare(await read(place, name(3)) ?? small, content)).toBe(0);
      expect(await read(place, name(4))).toEqual(small);
    });

    it("don't exist if writing fails, and leave nothing after the next cleanup", async () => {
      const place = await open();
      await expect(place.write(name(3), streamOf(content, true))).rejects.toThrow("It ends here");
      await place.tidy();
      expect(await place.list()).toEqual([]);
      expect(await place.open(name(3))).toBeUndefined();
      await place.write(name(3), streamOf(content));
      expect(await place.list()).toHaveLength(1);
    });

    it("can be removed twice", async () => {
      const place = await open();
      await place.write(name(3), streamOf(content.slice(0, 10)));
      await place.remove(name(3));
      await place.remove(name(3));
      expect(await place.list()).toEqual([]);
    });

    it("are beside a ledger that grows", async () => {
      const place = await open();
      expect(await place.ledger.read()).toBe("");
      await place.ledger.append("one\n");
      await place.ledger.append("two\n");
      expect(await place.ledger.read()).toBe("one\ntwo\n");
      expect(await place.list()).toEqual([]);
    });
  });
}
