import type { Draw } from "../../drawing/answer.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import { settingsStream } from "../../../events/program/setting-events.ts";
import { FileRefused, kindOf } from "../../objects/file-kind.ts";
import { pictureKey } from "../../objects/keys.ts";
import { type ObjectStore, readAll } from "../../objects/object-store.ts";

export type Logos = ReturnType<typeof createLogos>;

/** A picture in WebP. */
export interface Logo {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const maxBytes = 1_000_000;

/** Stored with pictures under the program's id, so backups and sweeps include logos. */
const keyOf = (tag: string) =>
  pictureKey({ memberId: settingsStream, pictureId: tag, form: "webp" });

/** @param tag A stored logo's tag, from the program's settings. */
export async function readLogo(
  objects: Pick<ObjectStore, "read">,
  tag: string | null | undefined,
): Promise<Logo | undefined> {
  const found = tag == null ? undefined : await objects.read(keyOf(tag));
  return found && { bytes: new Uint8Array(await readAll(found.body, maxBytes)) };
}

interface LogoParts {
  readonly objects: Pick<ObjectStore, "read" | "put" | "remove">;
  readonly settings: Pick<EffectiveSettings, "brand">;
  readonly draw: Draw;
  readonly newId: () => string;
}

export function createLogos({ objects, settings, draw, newId }: LogoParts) {
  return {
    read: (): Promise<Logo | undefined> => readLogo(objects, settings.brand().logo),
    /**
     * Stores a logo as WebP, and returns its tag. @throws {FileRefused} If it is another kind of
     * file.
     */
    async store(bytes: Uint8Array): Promise<string> {
      refuseOther(bytes);
      const { picture } = await draw(bytes, "logo");
      // Each stored logo has a tag of its own, so removing the previous one is safe.
      const tag = newId();
      await objects.put(keyOf(tag), picture);
      return tag;
    },
    remove: (tag: string): Promise<void> => objects.remove([keyOf(tag)]),
  };
}

function refuseOther(bytes: Uint8Array): void {
  try {
    if (kindOf(bytes) !== "pdf") return;
  } catch (error) {
    if (!(error instanceof FileRefused) || error.reason !== "wrong-type") throw error;
  }
  throw new FileRefused("wrong-type", "Choose a PNG, JPEG or WebP picture");
}
