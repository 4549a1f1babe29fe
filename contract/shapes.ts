/** The four shapes of the product, one per principle. */
export type Shape = 'keystone' | 'leaf' | 'circle' | 'diamond';

/** Returns an SVG path of the shape in the square at x, y with sides of `size`. */
export function shapePath(shape: Shape, x: number, y: number, size: number): string {
  const half = size / 2;
  const arc = (dx: number, dy: number) => `a${half} ${half} 0 0 1 ${dx} ${dy}`;
  switch (shape) {
    case 'keystone':
      return `M${x} ${y}h${size}v${half}${arc(-size, 0)}z`;
    case 'leaf':
      return `M${x} ${y}h${half}${arc(half, half)}v${half}h${-half}${arc(-half, -half)}z`;
    case 'circle':
      return `M${x} ${y + half}${arc(size, 0)}${arc(-size, 0)}z`;
    case 'diamond':
      return `M${x + half} ${y}L${x + size} ${y + half}L${x + half} ${y + size}L${x} ${y + half}z`;
  }
}
