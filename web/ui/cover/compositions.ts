import type { RappPrinciple, ResourceType } from '#contract/catalogue/catalogue.ts';
import { type Shape, shapePath } from '#contract/shapes.ts';
import { principleColours, principleShapes } from '../shapes.ts';

/** Drawing on the background; `canMirror` when the drawing may be mirrored. */
type Composition = { canMirror: boolean; draw: (motifs: Motifs, seed: number) => Piece[] };

/** Draws free shapes on a grid of 100, in one of two arrangements. */
function drawOnlineTool({ first, second, third }: Motifs, seed: number): Piece[] {
  const large = [
    shape(first, 200, 0, 300, first.art),
    shape(second, 100, 100, 100, second.solid),
    shape(third, 100, 200, 100, third.art),
    shape(second, 0, 0, 100, paper),
    shape(first, 0, 200, 100, paper, 0.55),
    shape(second, 300, 100, 100, first.soft),
  ];
  const scattered = [
    shape(first, 0, 0, 200, first.art),
    shape(second, 200, 100, 200, second.art),
    shape(first, 400, 0, 100, paper),
    shape(second, 200, 0, 100, second.solid),
    shape(first, 100, 200, 100, first.solid),
    shape(third, 400, 200, 100, paper, 0.6),
    shape(third, 300, 0, 100, paper, 0.6),
  ];
  return chooseBySeed([large, scattered], seed);
}

/** Draws a sheet of paper with three rows: a form of cells or a list of lines. */
function drawTemplate(motifs: Motifs, seed: number): Piece[] {
  return chooseBySeed([drawForm, drawList], seed)(motifs, seed);
}

type Tone = 0 | 1 | 2;

// Each form has three rows of three cells. A cell has one of the three tones below.
const formRows: [Tone[], Tone[], Tone[]] = [
  [0, 1, 2, 2, 2, 0, 0, 1, 2],
  [2, 0, 1, 0, 1, 2, 2, 2, 0],
  [1, 2, 0, 0, 2, 1, 2, 0, 2],
];

function drawForm({ first, second, third }: Motifs, seed: number): Piece[] {
  const tones = [
    { fill: first.solid, opacity: 0.9 },
    { fill: first.art, opacity: 0.75 },
    { fill: first.soft, opacity: 1 },
  ] as const;
  const rows = chooseBySeed(formRows, seed, 1);
  const cells = rows.map((tone, index) =>
    bar({
      x: 176 + (index % 3) * 78,
      y: 22 + Math.floor(index / 3) * 70,
      width: 66,
      height: 54,
      radius: 6,
      ...tones[tone],
    }),
  );
  return [
    bar({ x: 66, y: 0, width: 368, height: 300, fill: paper }),
    shape(first, 100, 22, 54, first.art),
    shape(second, 100, 92, 54, second.art),
    shape(third, 100, 162, 54, first.solid),
    ...cells,
  ];
}

function drawList({ first, second, third }: Motifs): Piece[] {
  const lines = [
    [190, 120],
    [150, 176],
    [172, 96],
  ] as const;
  return [
    bar({ x: 76, y: 0, width: 348, height: 300, fill: paper }),
    shape(first, 110, 22, 54, first.art),
    shape(second, 110, 92, 54, second.art),
    shape(third, 110, 162, 54, third.art),
    ...lines.flatMap(([upper, lower], row) => [
      bar({ x: 190, y: 28 + row * 70, width: upper, height: 14, radius: 7, fill: ink, opacity: 0.8 }),
      bar({ x: 190, y: 55 + row * 70, width: lower, height: 14, radius: 7, fill: first.art, opacity: 0.7 }),
    ]),
  ];
}

const columnHeights: [number[], ...number[][]] = [
  [1, 2, 2, 3, 3],
  [1, 1, 2, 2, 3],
  [1, 2, 1, 2, 3],
  [2, 1, 2, 3, 3],
];

function drawReport({ first, second }: Motifs, seed: number): Piece[] {
  const heights = chooseBySeed(columnHeights, seed);
  const tallest = heights.indexOf(3);
  return heights.flatMap((height, column) => {
    const x = column * 100;
    const top = 300 - height * 100;
    const headMotif = column === 0 || column === tallest ? first : second;
    const head = shape(headMotif, x, top, 100, column === tallest ? first.solid : headMotif.art);
    const fill = column % 2 === 0 ? first.art : second.art;
    const blocks = Array.from({ length: height - 1 }, (_, step) =>
      bar({ x, y: top + 100 * (step + 1), width: 100, height: 100, fill, opacity: step === 0 ? 0.5 : 0.25 }),
    );
    return [head, ...blocks];
  });
}

/** Draws a large pale shape, a strong one and one of paper. */
function drawInsight({ first, second }: Motifs): Piece[] {
  return [
    shape(first, 150, -30, 360, first.art),
    shape(second, 60, 120, 150, second.solid),
    shape(second, 300, 110, 80, paper),
  ];
}

/** Draws two bands with five shapes that hang in them alternately. */
function drawNewsletter({ first, second, third }: Motifs, seed: number): Piece[] {
  const five = [
    { motif: first, fill: first.solid },
    { motif: second, fill: second.art },
    { motif: third, fill: first.art },
    { motif: first, fill: first.solid },
    { motif: second, fill: second.art },
  ];
  const start = chooseBySeed([0, 1] as const, seed);
  return [
    bar({ x: 0, y: 60, width: 500, height: 60, fill: paper, opacity: 0.75 }),
    bar({ x: 0, y: 180, width: 500, height: 60, fill: first.art, opacity: 0.4 }),
    ...five.map(({ motif, fill }, index) =>
      shape(motif, 40 + index * 90, (index + start) % 2 === 0 ? 60 : 180, 60, fill),
    ),
  ];
}

function drawBook({ first, second }: Motifs, seed: number): Piece[] {
  const jackets: [Piece[], Piece[]] = [
    [
      shape(second, 204, 64, 118, second.art),
      shape(first, 204, 192, 52, paper, 0.92),
      shape(second, 270, 192, 52, second.art),
    ],
    [
      shape(first, 204, 64, 52, paper, 0.92),
      shape(second, 270, 64, 52, second.art),
      shape(second, 204, 128, 118, second.art),
    ],
  ];
  return [
    bar({ x: 150, y: 34, width: 200, height: 266, radius: 4, fill: first.solid }),
    bar({ x: 150, y: 34, width: 26, height: 266, fill: ink, opacity: 0.35 }),
    ...chooseBySeed(jackets, seed),
    bar({ x: 204, y: 262, width: 118, height: 8, radius: 4, fill: paper, opacity: 0.8 }),
  ];
}

/** Draws a picture beside lines of text, on either side. */
function drawArticle({ first, second }: Motifs, seed: number): Piece[] {
  const [pictureX, textX] = chooseBySeed(
    [
      [50, 300],
      [250, 50],
    ] as const,
    seed,
  );
  const widths = [150, 120, 150, 136, 90];
  return [
    shape(first, pictureX, 50, 200, first.art),
    shape(second, pictureX + 50, 100, 100, second.solid),
    ...widths.map((width, line) =>
      bar({
        x: textX,
        y: 62 + line * 40,
        width,
        height: 12,
        radius: 6,
        fill: line === 0 ? first.solid : ink,
        opacity: line === 0 ? 1 : 0.45,
      }),
    ),
  ];
}

/** Draws three sheets one behind the other, each with its own shape. */
function drawBundle({ first, second, third }: Motifs): Piece[] {
  return [
    bar({ x: 270, y: 34, width: 150, height: 266, radius: 6, fill: third.art, opacity: 0.55 }),
    shape(third, 330, 54, 70, paper, 0.9),
    bar({ x: 175, y: 74, width: 150, height: 226, radius: 6, fill: second.art, opacity: 0.85 }),
    shape(second, 235, 94, 70, paper, 0.9),
    bar({ x: 80, y: 114, width: 150, height: 186, radius: 6, fill: paper }),
    shape(first, 105, 139, 100, first.solid),
    bar({ x: 105, y: 262, width: 100, height: 12, radius: 6, fill: first.art, opacity: 0.7 }),
  ];
}

/** Composition of each type. Both kinds of templates share one; so do articles and others, bundles and paths. */
export const compositions: Record<ResourceType, Composition> = {
  online_tool: { canMirror: true, draw: drawOnlineTool },
  template: { canMirror: false, draw: drawTemplate },
  downloadable_template: { canMirror: false, draw: drawTemplate },
  report: { canMirror: false, draw: drawReport },
  insight: { canMirror: true, draw: drawInsight },
  newsletter: { canMirror: false, draw: drawNewsletter },
  book: { canMirror: false, draw: drawBook },
  article: { canMirror: false, draw: drawArticle },
  bundle: { canMirror: true, draw: drawBundle },
  path: { canMirror: true, draw: drawBundle },
  other: { canMirror: false, draw: drawArticle },
};

/** Element of a cover of 500 by 300. Fills are CSS variables, so that they follow the theme. */
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

/** Look of a principle on a cover: shape, strong colour, illustration colour, background. */
type Motif = { shape: Shape; solid: string; art: string; soft: string };

/** Motifs of a cover. With fewer than three principles the last motif repeats. */
type Motifs = { first: Motif; second: Motif; third: Motif };

const ink = 'var(--art-ink)';
const paper = 'var(--card)';

/** Motif of a resource without principles, in the portal's brand colour. */
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

/** Returns the motifs of a resource's principles, in their order. */
export function motifsOf(principles: readonly RappPrinciple[]): Motifs {
  const [first = plainMotif, second = first, third = second] = principles.map(motifOf);
  return { first, second, third };
}

/** Returns a motif's shape in the square at x, y with sides of `size`. */
function shape(motif: Motif, x: number, y: number, size: number, fill: string, opacity?: number): Piece {
  return { kind: 'path', d: shapePath(motif.shape, x, y, size), fill, opacity };
}

/** Returns a rectangle with corners rounded by `radius`. */
function bar(rect: Omit<Extract<Piece, { kind: 'rect' }>, 'kind'>): Piece {
  return { kind: 'rect', ...rect };
}

/** Differences between covers of one type. */
type CoverVariant = {
  /** Whole number from 0 to 2^32 - 1 that depends only on the id. */
  seed: number;
  isMirrored: boolean;
};

/**
 * Returns the variant of a resource's generated cover. Neighbouring ids get different seeds, and an id always gives the
 * same cover.
 */
export function coverVariant(id: number): CoverVariant {
  // A small integer hash (multiply, fold the high bits down), so that ids 1, 2, 3 give no visible pattern.
  let seed = Math.imul(id ^ (id >>> 16), 0x45d9f3b);
  seed = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b);
  seed = (seed ^ (seed >>> 16)) >>> 0;
  return { seed, isMirrored: (seed & 8) !== 0 };
}

/** Picks one of the choices by the seed; `part` separates independent decisions about one cover. */
export function chooseBySeed<Choice>(choices: readonly [Choice, ...Choice[]], seed: number, part = 0): Choice {
  const index = (seed >>> (part * 5)) % choices.length;
  return choices[index] ?? choices[0];
}
