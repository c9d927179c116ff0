import { type Brand, logoAt } from "../../config.ts";
import { BrandMark } from "../../ui/brand-mark.tsx";

interface SiteFooterProps {
  readonly brand: Brand;
}

export function SiteFooter({ brand }: SiteFooterProps) {
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
        <p className="shell-footer-support">
          <span>Questions or Support?</span>
          <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
        </p>
      </div>
    </footer>
  );
}
