import { Spinner, Text } from "@radix-ui/themes";

/** A spinner, with what it waits for. */
export function WaitingFor({ label }: { readonly label: string }) {
  return (
    <Text as="p" role="status" color="gray" className="waiting-for row">
      <Spinner size="3" />
      <span>{label}</span>
    </Text>
  );
}
