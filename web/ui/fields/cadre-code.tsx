import { TextField } from "./text-field.tsx";

/** Shown by the stylesheet while the form's role is cadre, so that it needs no script. */
export function CadreCode(
  { id, error }: { readonly id: string; readonly error: string | undefined },
) {
  return (
    <TextField
      id={id}
      className="cadre-code"
      name="cadreCode"
      label="Cadre code"
      hint="Cadre only: the code your program gave its staff"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={200}
      error={error}
    />
  );
}
