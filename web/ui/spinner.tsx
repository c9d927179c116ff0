export function Spinner({ label }: { readonly label: string }) {
  return (
    <p className="spinner" role="status">
      <span className="spinner-wheel" aria-hidden="true" />
      <span>{label}</span>
    </p>
  );
}
