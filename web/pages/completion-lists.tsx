import type { Offers } from "../../api/features/directory/offers.ts";
import { completions } from "../completions/completions.ts";
import { offersId } from "../islands/profile-form/words.ts";

/** Values that fields complete: what others typed, most frequent first, then a list of our own. */
export function CompletionLists({ offers }: { readonly offers?: Offers | undefined }) {
  return Object.entries(completions).map(([name, values]) => (
    <datalist key={name} id={offersId(name)}>
      {[...new Set([...offers?.[name as keyof Offers] ?? [], ...values])].map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  ));
}
