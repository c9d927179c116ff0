import type { Row } from "../database-port.ts";
import type { Database } from "../database.ts";
import { isRandomId, isRepeated } from "../members/erasure-id.ts";
import { type ErasureReceipt, isSigned, issueReceipt } from "./receipt.ts";
import { type Residue, residueOf } from "./residue.ts";
import { verifyLog, type VerifyLogOptions } from "./verify-log.ts";

/** A check, as a sentence that is true or not. */
export interface Check {
  readonly what: string;
  readonly isTrue: boolean;
  readonly why?: string;
}

export type ReceiptVerdict =
  /** Not signed by this program, and unknown to the log. */
  | { readonly is: "forged" }
  /** Changed since it was signed; an erasure with this id exists. */
  | { readonly is: "altered" }
  /** Signed by this program; true only if every check is. */
  | {
    readonly is: "genuine";
    readonly checks: readonly Check[];
    /** Receipt of a repeated erasure, after the log was restored from an older backup. */
    readonly repeated?: ErasureReceipt;
  };

export interface VerifyReceiptDependencies {
  readonly databases: Readonly<Record<"events" | "vault" | "read", Database>>;
  readonly secret: Uint8Array;
  /** Remains of a member outside the databases, such as pictures. */
  readonly residueElsewhere?: (memberId: string) => Promise<Residue>;
}

/** Checks that the erasure is recorded, the log intact, and nothing of the member left. */
export async function verifyReceipt(
  deps: VerifyReceiptDependencies,
  receipt: ErasureReceipt,
  options: Pick<VerifyLogOptions, "report"> = {},
): Promise<ReceiptVerdict> {
  const { databases, secret } = deps;
  const { events } = databases;
  const [named] = await events.read(
    "SELECT * FROM events WHERE event_id = ? AND type = 'MemberErased'",
    [receipt.erasureId],
  );
  if (!isSigned(receipt, secret)) return { is: named === undefined ? "forged" : "altered" };
  const { head, findings: [broken] } = await verifyLog(events, options);
  const repeated = named && repetitionOf(receipt, named, secret);
  const whyNot = named === undefined && isRandomId(receipt.erasureId)
    ? await whyUnknownErasure(events, receipt)
    : whyNotAsRecorded(receipt, named, head.position);
  const checks = [
    check("This program issued the receipt"),
    repeated
      ? check(
        `The erasure was repeated at position ${repeated.position}, at ${repeated.at}: the log ` +
          "was restored from a backup from before it",
      )
      : check(
        `The erasure is in the log at position ${receipt.position}, with this time and hash`,
        whyNot,
      ),
    check(
      "The log is whole: no event was changed, moved, added or removed",
      broken && `first at position ${broken.position ?? "unknown"}: ${broken.what.toLowerCase()}`,
    ),
  ];
  if (named === undefined) return { is: "genuine", checks };
  const memberId = String(named.member_id);
  const [later] = await events.read(
    "SELECT position FROM events WHERE member_id = ? AND version > ? ORDER BY version LIMIT 1",
    [memberId, Number(named.version)],
  );
  const residue = {
    ...await residueOf(databases, memberId, secret),
    ...await deps.residueElsewhere?.(memberId),
  };
  checks.push(
    check(
      "Nothing was recorded about this person since",
      later && `there is an event at position ${later.position}`,
    ),
    ...Object.entries(residue).map(([what, count]) =>
      check(
        `No ${what} is left`,
        count > 0 ? `there ${count === 1 ? "is one" : `are ${count}`}` : undefined,
      )
    ),
  );
  return { is: "genuine", checks, ...(repeated && { repeated }) };
}

/** @param whyNot Why it isn't true; `undefined` if it is. */
function check(what: string, whyNot?: string): Check {
  return whyNot === undefined ? { what, isTrue: true } : { what, isTrue: false, why: whyNot };
}

/** Receipt of the erasure that repeats the signed one; `undefined` if it is the same. */
function repetitionOf(
  { position, hash }: ErasureReceipt,
  named: Row,
  secret: Uint8Array,
): ErasureReceipt | undefined {
  const isTheOne = Number(named.position) === position && named.hash === hash;
  const actorId = String(named.actor_id);
  if (isTheOne || !isRepeated({ actorId, correlationId: String(named.correlation_id) })) return;
  return issueReceipt({
    eventId: String(named.event_id),
    position: Number(named.position),
    atMs: Number(named.at_ms),
    hash: String(named.hash),
  }, secret);
}

/** Explains a receipt of an earlier version whose erasure is missing in the log. */
async function whyUnknownErasure(events: Database, { at }: ErasureReceipt): Promise<string> {
  const rows = await events.read(
    `SELECT position, actor_id, correlation_id FROM events
      WHERE type = 'MemberErased' AND at_ms >= ? ORDER BY position`,
    [Date.parse(at)],
  );
  const repeated = rows.filter(({ actor_id, correlation_id }) =>
    isRepeated({ actorId: String(actor_id), correlationId: String(correlation_id) })
  );
  const [first] = repeated;
  const gone = "the log ends before it, was rewritten, or went on from a backup made before it";
  if (first === undefined) return `${gone}, and no erasure was repeated since`;
  return `${gone}. An earlier version issued this receipt, and only the log that had the erasure tells ` +
    `whose it was: it may have been repeated since (erasures that were: ${repeated.length}, from ` +
    `position ${first.position} on), but nothing proves by which`;
}

function whyNotAsRecorded(
  { position, at, hash }: ErasureReceipt,
  named: Row | undefined,
  lastPosition: number,
): string | undefined {
  if (named === undefined) {
    return lastPosition < position
      ? `the log ends at position ${lastPosition}: its end was cut off, or it was restored from a ` +
        "backup made before the erasure"
      : "another event is there: the log was rewritten, or went on from a backup made before " +
        "the erasure";
  }
  if (Number(named.position) !== position) return `it is at position ${named.position}`;
  if (named.hash !== hash) return "its hash is another one";
  return Number(named.at_ms) === Date.parse(at) ? undefined : "its time is another one";
}
