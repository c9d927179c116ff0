import type { z } from "zod";

interface Shape {
  readonly facts: z.ZodType;
  readonly personal: z.ZodType;
}

export type EventOf<Shapes extends Readonly<Record<string, Shape>>> = {
  [Type in keyof Shapes]: {
    readonly type: Type;
    readonly facts: z.infer<Shapes[Type]["facts"]>;
    /** `null` also if it was forgotten, or erased with its member. */
    readonly personal: z.infer<Shapes[Type]["personal"]> | null;
  };
}[keyof Shapes];
