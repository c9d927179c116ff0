import type { Offers } from "../../api/features/directory/offers.ts";
import { completions } from "../completions/completions.ts";
import { offersId } from "../islands/profile-form/words.ts";

/** Suggestions for fields: values from profiles, most frequent first, then our own list. */
export function CompletionLists({ offers }: { readonly offers?: Offers | undefined }) {
  return Object.entries(completions).map(([name, values]) => (
    <datalist key={name} id={offersId(name)}>
      {[...new Set([...offers?.[name as keyof Offers] ?? [], ...values])].map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  ));
}
