import { readFile } from "node:fs/promises";
import {
  type ErasureReceipt,
  readReceipt,
  receiptLine,
} from "../../../../../events/verify/receipt.ts";
import { type Check, verifyReceipt } from "../../../../../events/verify/verify-receipt.ts";
import { prefixesOf } from "../../../../objects/keys.ts";
import type { ObjectStore } from "../../../../objects/object-store.ts";
import { openData } from "../../open-data.ts";
import type { Answer } from "../../command.ts";
import { createProgress, TaskError } from "../../task.ts";

/** If a receipt isn't confirmed, as in the help text of `verify`. */
const exitCodes = { notConfirmed: 1, unreadable: 2, altered: 3, forged: 4 } as const;

/**
 * Whether an erasure happened as its receipt says, and nothing of the person is left.
 * @param given The line of the receipt, or the path of a file that has it.
 * @throws {TaskError} When it is not confirmed, with the reason.
 */
export async function confirmReceipt(given: string): Promise<Answer> {
  const receipt = await receiptIn(given);
  const { databases, secrets, log, readModel, openObjects, close } = await openData();
  const objects = await openObjects();
  await readModel.catchUp();
  const progress = createProgress("Checking the log, event", await log.lastPosition());
  const verdict = await verifyReceipt(
    {
      databases,
      secret: secrets.claimKey,
      residueElsewhere: async (memberId) => ({
        "picture or upload": await countObjects(objects, memberId),
      }),
    },
    receipt,
    progress,
  );
  progress.end();
  close();
  const { erasureId, at, position, hash } = receipt;
  const said = [
    `  Erasure       ${erasureId}`,
    `  Time          ${at}`,
    `  Log position  ${position}`,
    `  Hash          ${hash}`,
  ].join("\n");
  const answer = { is: verdict.is, isConfirmed: false, receipt: { erasureId, at, position, hash } };
  if (verdict.is !== "genuine") {
    const [error, details] = notGenuine[verdict.is];
    throw new TaskError(`${error}. ${details}\n\n${said}`, exitCodes[verdict.is], {
      ...answer,
      error,
    });
  }
  const { checks } = verdict;
  const checked = `${said}\n\n${checks.map(checkLine).join("\n")}`;
  if (!checks.every(({ isTrue }) => isTrue)) {
    throw new TaskError(
      `The receipt is genuine, but the erasure is not confirmed.\n\n${checked}\n\n` +
        'If the log was changed, "npm run admin -- verify" says more. If something is left of the ' +
        "account, start the service, which finishes the deletion, and run this again two hours " +
        "later.",
      exitCodes.notConfirmed,
      { ...answer, checks, error: "The erasure is not confirmed" },
    );
  }
  const repeated = verdict.repeated && receiptLine(verdict.repeated);
  const again = repeated ? `\n\nThe receipt of the repeated erasure:\n${repeated}` : "";
  return {
    json: { ...answer, isConfirmed: true, checks, repeated },
    words: `The erasure is confirmed.\n\n${checked}${again}`,
  };
}

const notGenuine = {
  forged: [
    "This program never issued this receipt",
    "It's forged, or from another program.",
  ],
  altered: [
    "This receipt was altered",
    "There is an erasure with this id, but its time, position, hash or signature is different.",
  ],
} as const;

async function receiptIn(given: string): Promise<ErasureReceipt> {
  const read = readReceipt(await readFile(given, "utf8").catch(() => given));
  if (read.is === "receipt") return read.receipt;
  const [error, message] = read.is === "mistyped"
    ? [
      "The receipt is incomplete or mistyped",
      "The receipt is incomplete or mistyped. Compare it with the original; line breaks and " +
      "capital letters don't matter.",
    ]
    : [
      "There is no receipt in it",
      `There is no receipt in "${given}". Give the line that begins with "erasure1_", or a file ` +
      "that contains it",
    ];
  throw new TaskError(message, exitCodes.unreadable, {
    ...{ is: "unreadable", isConfirmed: false, error },
  });
}

function checkLine({ what, isTrue, why }: Check): string {
  return isTrue ? `  yes  ${what}` : `  NO   ${what}: ${why}`;
}

async function countObjects(objects: ObjectStore, memberId: string): Promise<number> {
  let count = 0;
  for (const prefix of prefixesOf(memberId)) {
    for await (const _ of objects.list(prefix)) count += 1;
  }
  return count;
}
