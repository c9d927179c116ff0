import { Heading, Text } from "@radix-ui/themes";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button-link.tsx";

export function ErrorPage({ message }: { readonly message: string }) {
  return (
    <div className="shell-column message">
      <Heading as="h1" size="8">Something went wrong</Heading>
      <Text as="p" data-error="">{message}</Text>
      <ButtonLink href={paths.home()}>Go to Home</ButtonLink>
    </div>
  );
}

export function NotFoundPage() {
  return (
    <div className="shell-column message">
      <Heading as="h1" size="8">404 Page Not Found</Heading>
      <Text as="p">This page doesn't exist, or it has moved.</Text>
      <ButtonLink href={paths.home()}>Go to Home</ButtonLink>
    </div>
  );
}
