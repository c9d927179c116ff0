import { type Brand, logoAt } from "../../config.ts";
import { BrandMark } from "../../ui/brand-mark.tsx";

export function SiteFooter({ brand }: { readonly brand: Brand }) {
  return (
    <footer className="shell-footer">
      <div className="shell-footer-bar">
        <div className="shell-footer-brand">
          <BrandMark logo={logoAt(brand)} />
          <p>
            <strong>{brand.programName} Army ROTC</strong>
            <span>{brand.universityName}</span>
          </p>
        </div>
        <SupportLine {...brand} />
      </div>
    </footer>
  );
}

/** Email address for questions. */
export function SupportLine({ supportEmail }: Pick<Brand, "supportEmail">) {
  return (
    <p className="shell-footer-support">
      <span>Questions or Support?</span>
      <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
    </p>
  );
}
