import { type ComponentType, useEffect, useRef } from "react";
import {
  type Facet,
  facetGroups,
  type FacetKind,
  facetLabel,
  facets,
} from "../../../../search/facets.ts";
import { groupsOfKinds, type SuggestionKind } from "../../../../search/suggestion-kinds.ts";
import type { Suggestion } from "../../../../search/suggestions.ts";
import {
  BriefcaseIcon,
  CapIcon,
  CompassIcon,
  type IconProps,
  PersonIcon,
  PinIcon,
  ShieldIcon,
} from "../../../ui/icons.tsx";
import { Marked, matchPieces } from "./matches.tsx";
import { optionId } from "./use-suggestions.ts";

export interface SuggestionListProps {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly active: number;
  readonly text: string;
  readonly onPick: (suggestion: Suggestion) => void;
}

/** The list below a search box. The focus stays in the box. */
export function SuggestionList({ id, suggestions, active, text, onPick }: SuggestionListProps) {
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);

  return (
    <ul className="suggestions" id={id} role="listbox" aria-label="Suggestions" ref={list}>
      {suggestions.map((suggestion, at) => {
        const { kind, count } = suggestion;
        const { label, Icon } = kinds[kind];
        const { text: value } = suggestion;
        return (
          <li
            key={`${kind} ${value}`}
            className="suggestion"
            id={optionId(id, at)}
            role="option"
            aria-selected={at === active}
            // A press would move the focus out of the box, and close the list.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(suggestion)}
          >
            <Icon />
            <span className="suggestion-words">
              <span className="suggestion-text">
                <Marked pieces={matchPieces(textOf(suggestion), text)} />
              </span>
              <span className="visually-hidden">,</span>
              <span className="suggestion-kind">{label}</span>
            </span>
            <span className="visually-hidden">,</span>
            <span className="suggestion-count">{count}</span>
          </li>
        );
      })}
    </ul>
  );
}

interface Kind {
  readonly label: string;
  readonly Icon: ComponentType<IconProps>;
}

const icons: Readonly<Record<Facet["icon"], Kind["Icon"]>> = {
  briefcase: BriefcaseIcon,
  cap: CapIcon,
  compass: CompassIcon,
  pin: PinIcon,
  shield: ShieldIcon,
};

const texts: Readonly<Record<Exclude<SuggestionKind, FacetKind>, Kind>> = {
  name: { label: "Person", Icon: PersonIcon },
  state: { label: "State", Icon: PinIcon },
  mos: { label: "MOS", Icon: ShieldIcon },
  company: { label: "Company", Icon: BriefcaseIcon },
};

const choices = facetGroups.map((group): [string, Kind] => {
  const { kind, singular, icon } = facets[group];
  return [kind, { label: singular, Icon: icons[icon] }];
});

const kinds = { ...texts, ...Object.fromEntries(choices) } as Readonly<
  Record<SuggestionKind, Kind>
>;

function textOf({ kind, text }: Suggestion): string {
  const group = groupsOfKinds[kind];
  return group === undefined ? text : facetLabel(group, text);
}
