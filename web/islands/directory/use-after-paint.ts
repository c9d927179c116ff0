import { startTransition, useEffect, useState } from "react";
import { afterPaint } from "../../hydration/after-paint.ts";

/** The value after the next paint: for parts that may render later than those in view. */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value);

  useEffect(() => {
    let isOver = false;
    void afterPaint().then(() => {
      if (!isOver) startTransition(() => setPainted(value));
    });
    return () => {
      isOver = true;
    };
  }, [value]);

  return painted;
}
