import { Text } from "@radix-ui/themes";
export function Spinner({ label }: { readonly label: string }) {
  return (
    <Text as="p" role="status" className="spinner">
      <span className="spinner-wheel" aria-hidden="true" />
      <span>{label}</span>
    </Text>
  );
}
