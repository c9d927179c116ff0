import { Text } from "@radix-ui/themes";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { type Crop, drawCrop, maxZoom, moved, zoomed } from "./crop.ts";

interface CropFrameProps {
  readonly picture: ImageBitmap;
  readonly crop: Crop;
  /** Shows the square, which can't be moved. */
  readonly isDisabled: boolean;
  readonly onChange: (crop: Crop) => void;
}

/** Twice the largest shown size, for high-resolution screens. */
const canvasEdge = 640;
const step = 0.04;
const directions: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Pixels of movement that still count as a press, since a finger is never quite still. */
const pressDistance = 4;

/**
 * Frame to crop the picture. The picture can be moved by dragging, by pressing the point that
 * should be in the middle (for people who can't drag, WCAG 2.5.7), or with arrow keys. It can be
 * zoomed with a slider.
 */
export function CropFrame({ picture, crop, isDisabled, onChange }: CropFrameProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDragged, setDragged] = useState(false);
  const dragged = useRef(0);

  useEffect(() => canvas.current?.focus({ preventScroll: true }), [picture]);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);

  function handlePointerDown(event: PointerEvent<HTMLCanvasElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged(true);
    dragged.current = 0;
  }

  function handlePointerMove(event: PointerEvent<HTMLCanvasElement>) {
    if (!isDragged || isDisabled || !event.isPrimary) return;
    const { width, height } = event.currentTarget.getBoundingClientRect();
    dragged.current += Math.hypot(event.movementX, event.movementY);
    onChange(moved(picture, crop, event.movementX / width, event.movementY / height));
  }

  function handlePointerUp(event: PointerEvent<HTMLCanvasElement>) {
    const isPressed = isDragged && dragged.current <= pressDistance;
    setDragged(false);
    if (!isPressed || isDisabled || !event.isPrimary) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const right = 0.5 - (event.clientX - left) / width;
    const down = 0.5 - (event.clientY - top) / height;
    onChange(moved(picture, crop, right, down));
  }

  function handleKeyDown(event: KeyboardEvent) {
    const [right, down] = directions[event.key] ?? [];
    if (isDisabled || right === undefined || down === undefined) return;
    event.preventDefault();
    const distance = event.shiftKey ? 5 * step : step;
    onChange(moved(picture, crop, right * distance, down * distance));
  }

  return (
    <div className="upload-crop stack">
      <div className="upload-frame">
        <canvas
          ref={canvas}
          className="upload-canvas"
          width={canvasEdge}
          height={canvasEdge}
          tabIndex={0}
          role="application"
          aria-roledescription="picture position"
          aria-label="Your picture. Drag it or press the arrow keys to move it"
          onPointerDown={handlePointerDown}
          onPointerMove={handlePointerMove}
          onPointerUp={handlePointerUp}
          onPointerCancel={() => setDragged(false)}
          onKeyDown={handleKeyDown}
        />
      </div>
      <label className="upload-zoom beside middle gap-3 small strong">
        <span>Zoom</span>
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={crop.zoom}
          disabled={isDisabled}
          aria-valuetext={`${Math.round(crop.zoom * 100)} percent`}
          onChange={(event) => onChange(zoomed(picture, crop, Number(event.target.value)))}
        />
      </label>
      <Text as="p" size="2" color="gray">
        Drag the picture to move it, or press what you want in the middle. The circle shows how it
        appears.
      </Text>
    </div>
  );
}
