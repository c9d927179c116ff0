interface SpinnerProps {
  readonly label: string;
}

export function Spinner({ label }: SpinnerProps) {
  return (
    <p className="spinner" role="status">
      <span className="spinner-wheel" aria-hidden="true" />
      <span>{label}</span>
    </p>
  );
}
