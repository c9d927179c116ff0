// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { ArmyBadge, ServiceBadge, services } from "./service-badge.tsx";

afterEach(cleanup);

const names = Object.keys(services) as (keyof typeof services)[];

it("has an icon and a color for each branch of service", () => {
  expect(names).toEqual(["Army", "Navy", "Air Force", "Marines", "Space Force", "Coast Guard"]);
  const looks = names.map((service) => {
    const { container } = render(<ServiceBadge service={service} />);
    expect(container.textContent).toBe(service);
    return [
      container.querySelector("svg")?.innerHTML,
      container.firstElementChild?.getAttribute("data-accent-color"),
    ];
  });
  expect(new Set(looks.map(([icon]) => icon)).size).toBe(6);
  expect(new Set(looks.map(([, tone]) => tone)).size).toBe(6);
});

it("looks the same on cards as among the others", () => {
  const army = render(<ServiceBadge service="Army" />).container;
  const { container } = render(<ArmyBadge />);
  expect(container.textContent).toBe(army.textContent);
  expect(container.firstElementChild?.className)
    .toBe(`${army.firstElementChild?.className} army-badge`);
});
