import { Flex, Spinner, Text } from "@radix-ui/themes";

/** A spinner, with what it waits for. */
export function WaitingFor({ label }: { readonly label: string }) {
  return (
    <Flex role="status" align="center" justify="center" gap="3" py="6">
      <Spinner size="3" />
      <Text color="gray">{label}</Text>
    </Flex>
  );
}
