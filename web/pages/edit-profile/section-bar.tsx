import { formSections, labelOf, profileField } from "../../../events/members/profile-fields.ts";
import type { FieldName } from "../../../events/members/profile-fields.ts";
import type { FormOwner } from "../../../events/members/profile-field.ts";
import { fieldId, sectionId } from "../../islands/profile-form/words.ts";

interface Section {
  readonly title: string;
  readonly href: string;
  readonly needs: readonly { readonly name: string; readonly label: string }[];
}

/**
 * Every section of the form, with its required fields that are empty: the stylesheet finds those, with or
 * without script.
 */
export function SectionBar(owner: FormOwner) {
  return (
    <nav className="section-bar" aria-label="Sections">
      <ul role="list">
        {sectionsFor(owner).map(({ title, href, needs }) => (
          <li key={title}>
            <a href={href}>{title}</a>
            {needs.length > 0 && (
              <span className="section-bar-needs">
                <span>Still missing:</span>
                {needs.map(({ name, label }) => (
                  <a key={name} data-needs={name} href={`#${fieldId(name)}`}>{label}</a>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function sectionsFor(owner: FormOwner): readonly Section[] {
  const section = (title: string, fields: readonly FieldName[] = []): Section => ({
    title,
    href: `#${sectionId(title)}`,
    needs: [
      ...fields.filter((name) => profileField[name].required !== undefined)
        .map((name) => ({ name, label: labelOf(name, owner) })),
      ...(fields.includes("primaryEmail") ? [{ name: "primaryEmail", label: "Email" }] : []),
    ],
  });
  return [
    { ...section("Account Information"), href: "#account-information" },
    { ...section("Profile Picture"), href: "#picture-title" },
    ...formSections.map(({ title, fields }) => section(title, fields)),
    section("Privacy Settings"),
  ];
}
