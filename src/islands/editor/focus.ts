/** A focal point, in whole percentages from the left and the top. */
export interface Point {
  x: number;
  y: number;
}

/** Reads a stored focal point. An empty one is the center. */
export function pointOf(imageFocus: string): Point {
  const [x = 50, y = 50] = imageFocus === '' ? [] : imageFocus.split(' ').map(Number);
  return { x, y };
}

/** Returns the stored form of a point. Clamps a point outside the image to its edge. */
export function focusOf({ x, y }: Point): string {
  const [left, top] = [x, y].map((value) => Math.round(Math.min(100, Math.max(0, value))));
  return left === 50 && top === 50 ? '' : `${left} ${top}`;
}

export function focusText(imageFocus: string): string {
  const { x, y } = pointOf(imageFocus);
  return `${x}% from the left, ${y}% from the top`;
}
