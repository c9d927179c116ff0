import { Badge, Text } from "@radix-ui/themes";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { Paragraph, Tag } from "./flat.tsx";

it.each([
  { flat: <Paragraph>Waco</Paragraph>, theirs: <Text as="p">Waco</Text> },
  {
    flat: <Paragraph className="place">Waco</Paragraph>,
    theirs: <Text as="p" className="place">Waco</Text>,
  },
  { flat: <Tag>Law</Tag>, theirs: <Badge color="gray">Law</Badge> },
  { flat: <Tag isStrong>Law</Tag>, theirs: <Badge color="gray" highContrast>Law</Badge> },
  { flat: <Tag isOutlined>+2</Tag>, theirs: <Badge color="gray" variant="outline">+2</Badge> },
])("is what Radix Themes renders: $flat.type.name $#", ({ flat, theirs }) => {
  expect(renderToString(flat)).toBe(renderToString(theirs));
});
