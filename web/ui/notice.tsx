import { Callout, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { AlertIcon, CheckIcon } from "./icons.tsx";

interface NoticeProps {
  readonly tone?: "neutral" | "success" | "danger" | "warning";
  readonly title?: string;
  readonly className?: string;
  readonly children?: ReactNode;
}

const colors = { neutral: "gray", success: "green", danger: "red", warning: "amber" } as const;

/** Important information. Errors are announced immediately. */
export function Notice({ tone = "neutral", title, className, children }: NoticeProps) {
  return (
    <Callout.Root
      className={className}
      color={colors[tone]}
      variant="surface"
      size="1"
      highContrast
      role={tone === "danger" ? "alert" : "status"}
    >
      <Callout.Icon>{tone === "success" ? <CheckIcon /> : <AlertIcon />}</Callout.Icon>
      <Text as="div" size="2">
        {title && <Text as="p" weight="bold">{title}</Text>}
        {children}
      </Text>
    </Callout.Root>
  );
}
