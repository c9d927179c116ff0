/** Details from a program's list, seen only by the member, to add to a profile or dismiss. */
import { type FieldName, profileFields } from "../members/profile-fields.ts";
import type { Profile } from "../members/profile.ts";
import { isSameJson } from "../members/same-json.ts";
import type { EventOf } from "../event-of.ts";
import type { OfferedCell, offerEventSchemas } from "./offer-events.ts";

type OfferEvent = EventOf<typeof offerEventSchemas>;

export type OfferedValue = string | readonly string[];
export type OfferedFields = { readonly [Name in FieldName]?: OfferedValue | null | undefined };

/** The last list's details. They stay after an answer, so that the same list isn't offered again. */
export interface DetailsOffer {
  readonly fields: OfferedFields;
  readonly cells: readonly OfferedCell[];
  readonly answered: readonly string[];
}

interface Offered {
  readonly offer: DetailsOffer | null;
  readonly profile: Profile | null;
}

export type OpenOffer = Pick<DetailsOffer, "fields" | "cells">;

const nothing: OpenOffer = { fields: {}, cells: [] };

/** Details the member hasn't answered, without those already in their profile. */
export function openOffer({ offer, profile }: Offered): OpenOffer {
  if (offer === null) return nothing;
  const isOpen = (name: string) => !offer.answered.includes(name);
  return {
    fields: newIn(offer.fields, profile, isOpen),
    cells: offer.cells.filter(({ name }) => isOpen(name)),
  };
}

export function isNothing({ fields, cells }: OpenOffer): boolean {
  return Object.keys(fields).length === 0 && cells.length === 0;
}

function newIn(
  fields: OfferedFields,
  profile: Profile | null,
  isOpen: (name: string) => boolean = () => true,
): OfferedFields {
  return Object.fromEntries(profileFields.flatMap((name) => {
    const offered = fields[name];
    if (offered == null || !isOpen(name)) return [];
    const value = withoutKnown(offered, profile?.[name] ?? null);
    return value === undefined ? [] : [[name, value]];
  }));
}

/** The new entries of a list. A single text is new unless it only differs in case. */
function withoutKnown(offered: OfferedValue, known: OfferedValue | null): OfferedValue | undefined {
  const texts = [known ?? []].flat().map(plain);
  if (typeof offered === "string") return texts.includes(plain(offered)) ? undefined : offered;
  const entries = offered.filter((text) => !texts.includes(plain(text)));
  return entries.length === 0 ? undefined : entries;
}

const plain = (text: string) => text.trim().toLowerCase();

/** A profile field with its offer: entries are added to a list, a single text is replaced. */
export function withOffered(name: FieldName, offer: OpenOffer, profile: Profile): OfferedValue {
  const offered = offer.fields[name] ?? "";
  return typeof offered === "string" ? offered : [...[profile[name] ?? []].flat(), ...offered];
}

export type OfferCommand =
  | {
    readonly type: "OfferDetails";
    readonly fields: OfferedFields;
    readonly cells: readonly OfferedCell[];
    readonly addresses: readonly string[];
  }
  | { readonly type: "DismissOffer"; readonly names: readonly string[] };

export function decideOffer(
  record: Offered & { readonly email: string },
  command: OfferCommand,
): OfferEvent[] {
  if (command.type === "DismissOffer") {
    const names = namesIn(openOffer(record)).filter((name) => command.names.includes(name));
    if (names.length === 0) return [];
    return [{ type: "OfferDismissed", facts: {}, personal: { names } }];
  }
  if (!command.addresses.map(plain).includes(plain(record.email))) return [];
  const fields = newIn(command.fields, record.profile) as Record<string, string | string[]>;
  const offered = { fields, cells: [...command.cells] };
  const { offer } = record;
  const before = offer && { fields: newIn(offer.fields, record.profile), cells: offer.cells };
  if (isNothing(offered) || isSameJson(offered, before)) return [];
  return [{ type: "DetailsOffered", facts: {}, personal: offered }];
}

/** The offer after another list. Answers stay where the list's details are the same. */
export function offerOf(
  before: DetailsOffer | null,
  offered: Extract<OfferEvent, { type: "DetailsOffered" }>["personal"],
): DetailsOffer | null {
  if (offered === null) return before;
  const { fields, cells } = offered;
  const saidOf = (offer: OpenOffer, name: string) => [
    offer.fields[name as FieldName] ?? null,
    offer.cells.filter((cell) => cell.name === name),
  ];
  const answered = before?.answered.filter((name) =>
    isSameJson(saidOf(before, name), saidOf({ fields, cells }, name))
  );
  return { fields, cells, answered: answered ?? [] };
}

/** The offer after the member's answer on these fields, or on all if absent. */
export function withAnswered(
  offer: DetailsOffer | null,
  names?: readonly string[],
): DetailsOffer | null {
  if (offer === null) return null;
  const isAnswered = (name: string) =>
    offer.answered.includes(name) || names === undefined || names.includes(name);
  return { ...offer, answered: namesIn(offer).filter(isAnswered) };
}

function namesIn({ fields, cells }: OpenOffer): string[] {
  return [...new Set([...Object.keys(fields), ...cells.map(({ name }) => name)])];
}
