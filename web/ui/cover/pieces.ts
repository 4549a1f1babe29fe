import type { RappPrinciple } from '#contract/catalogue.ts';
import { principleColours, principleShapes, type Shape, shapePath } from '../shapes.ts';

/** One thing drawn on a cover of 500 by 300. Fills are CSS colours, as variables, so that they follow the theme. */
export type Piece =
  | { kind: 'path'; d: string; fill: string; opacity?: number }
  | {
      kind: 'rect';
      x: number;
      y: number;
      width: number;
      height: number;
      radius?: number;
      fill: string;
      opacity?: number;
    };

/** A principle as a cover draws it: shape, strong colour, illustration colour, background. */
export type Motif = { shape: Shape; solid: string; art: string; soft: string };

/** The motifs of a cover. Fewer principles than three repeat the last one. */
export type Motifs = { first: Motif; second: Motif; third: Motif };

export const ink = 'var(--art-ink)';
export const paper = 'var(--card)';

/** A resource without principles keeps to the product's own green. */
const plainMotif: Motif = {
  shape: 'circle',
  solid: 'var(--progress)',
  art: 'var(--on-brand-muted)',
  soft: 'var(--accent)',
};

function motifOf(principle: RappPrinciple): Motif {
  const colour = principleColours[principle];
  return {
    shape: principleShapes[principle],
    solid: `var(--${colour})`,
    art: `var(--${colour}-art)`,
    soft: `var(--${colour}-soft)`,
  };
}

/** The motifs of a resource's principles, in their order. */
export function motifsOf(principles: readonly RappPrinciple[]): Motifs {
  const [first = plainMotif, second = first, third = second] = principles.map(motifOf);
  return { first, second, third };
}

/** A motif's shape in the square at x, y with sides of `size`. */
export function shape(motif: Motif, x: number, y: number, size: number, fill: string, opacity?: number): Piece {
  return { kind: 'path', d: shapePath(motif.shape, x, y, size), fill, opacity };
}

/** A rectangle, rounded by `radius`. */
export function bar(rect: Omit<Extract<Piece, { kind: 'rect' }>, 'kind'>): Piece {
  return { kind: 'rect', ...rect };
}
