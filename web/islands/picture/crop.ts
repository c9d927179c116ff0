/** Crop of a picture to a square: its position, and how moving and zooming change it. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A square by its center, in pixels of the picture, and its zoom. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  /** 1 is the largest square that fits. */
  readonly zoom: number;
}

export const maxZoom = 4;

/** The largest square: the middle of a wide picture, or the top of a tall one, where faces are. */
export function wholeOf({ width, height }: Size): Crop {
  return { x: width / 2, y: Math.min(width, height) / 2, zoom: 1 };
}

/** The square's edge, in pixels of the picture. */
export function edgeOf({ width, height }: Size, { zoom }: Crop): number {
  return Math.min(width, height) / zoom;
}

/** Moves the picture under the square, by fractions of the square's edge, and never past an edge. */
export function moved(size: Size, crop: Crop, right: number, down: number): Crop {
  const edge = edgeOf(size, crop);
  return within(size, { ...crop, x: crop.x - right * edge, y: crop.y - down * edge });
}

export function zoomed(size: Size, crop: Crop, zoom: number): Crop {
  return within(size, { ...crop, zoom: Math.min(maxZoom, Math.max(1, zoom)) });
}

function within(size: Size, crop: Crop): Crop {
  const half = edgeOf(size, crop) / 2;
  const clamp = (at: number, length: number) => Math.min(length - half, Math.max(half, at));
  return { ...crop, x: clamp(crop.x, size.width), y: clamp(crop.y, size.height) };
}

/** Draws the cropped square over a whole canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const edge = edgeOf(picture, crop);
  context.imageSmoothingQuality = "high";
  // Transparent parts become white, since JPEG has no transparency.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(
    picture,
    ...[crop.x - edge / 2, crop.y - edge / 2, edge, edge] as const,
    ...[0, 0, canvas.width, canvas.height] as const,
  );
}

const largestEdge = 1024;

/**
 * The square as a new file. It has only its pixels, so that no other data in the picture, such as
 * its location, ever leaves the browser.
 */
export async function cutOut(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.ceil(Math.min(largestEdge, edgeOf(picture, crop)));
  drawCrop(canvas, picture, crop);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", 0.92)
  );
  if (blob === null) throw new Error("The picture couldn't be drawn");
  return blob;
}
