import { open } from "node:fs/promises";

const partBytes = 256 * 1024;

/**
 * Streams a file's content. Node's own file stream, converted to a web stream, throws an uncaught error when canceled.
 */
export async function streamOfFile(path: string): Promise<ReadableStream<Uint8Array>> {
  const file = await open(path, "r");
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { bytesRead, buffer } = await file.read(new Uint8Array(partBytes), 0, partBytes);
        if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead));
        await file.close();
        controller.close();
      } catch (error) {
        await file.close().catch(() => undefined);
        throw error;
      }
    },
    cancel: () => file.close(),
  }, { highWaterMark: 0 });
}
