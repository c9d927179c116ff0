/** The program's logo, or the product's own: a torch on a shield. Not an insignia of any service. */
export function BrandMark({ logo }: { readonly logo?: string | undefined }) {
  if (logo !== undefined) {
    return <img className="brand-mark" src={logo} width="36" height="36" alt="" />;
  }
  return (
    <svg
      className="brand-mark"
      viewBox="0 0 32 32"
      width="32"
      height="32"
      aria-hidden="true"
      focusable="false"
    >
      <path
        className="brand-mark-shield"
        d="M16 1.5 28.5 5v11.2c0 6.6-4.9 11.3-12.5 14.3C8.4 27.5 3.5 22.8 3.5 16.2V5z"
      />
      <path
        className="brand-mark-flame"
        d="M16 5.6c2.7 2.4 4.3 4.4 4.3 6.7a4.3 4.3 0 0 1-8.6 0c0-1.4.7-2.5 1.7-3.5.2 1 .7 1.6 1.4 1.9-.2-1.9.2-3.6 1.2-5.1z"
      />
      <path className="brand-mark-torch" d="M11 17.6h10l-1 2.2h-1.7L16.9 26h-1.8l-1.4-6.2H12z" />
    </svg>
  );
}
