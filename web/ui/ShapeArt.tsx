import { type Shape, shapePath } from '#contract/shapes.ts';

/** Cell of a mosaic: a shape and a colour role. */
type Cell = readonly [shape: Shape, colour: string];

/** Returns the paths of a grid of shapes. Each cell is `pitch` wide, with `margin` around its shape. */
function mosaicPaths(rows: readonly (readonly Cell[])[], pitch: number, margin: number) {
  return rows.flatMap((row, rowIndex) =>
    row.map(([shape, colour], columnIndex) => ({
      d: shapePath(shape, columnIndex * pitch + margin, rowIndex * pitch + margin, pitch - 2 * margin),
      fill: `var(--${colour})`,
    })),
  );
}

const quiet = 'brand-raised';

const signInRows: readonly (readonly Cell[])[] = [
  [
    ['keystone', 'responsible-art'],
    ['leaf', quiet],
    ['circle', 'people-art'],
    ['diamond', quiet],
  ],
  [
    ['circle', quiet],
    ['keystone', 'on-brand'],
    ['diamond', quiet],
    ['leaf', 'adaptive-art'],
  ],
  [
    ['diamond', 'purpose-art'],
    ['leaf', quiet],
    ['keystone', quiet],
    ['circle', quiet],
  ],
  [
    ['diamond', quiet],
    ['circle', 'people-art'],
    ['leaf', quiet],
    ['keystone', 'responsible-art'],
  ],
];

const heroRows: readonly (readonly Cell[])[] = [
  [
    ['leaf', quiet],
    ['keystone', 'responsible-art'],
    ['diamond', quiet],
    ['circle', quiet],
    ['leaf', 'adaptive-art'],
  ],
  [
    ['circle', 'people-art'],
    ['diamond', quiet],
    ['keystone', 'on-brand'],
    ['leaf', quiet],
    ['diamond', quiet],
  ],
  [
    ['diamond', quiet],
    ['leaf', 'adaptive-art'],
    ['circle', quiet],
    ['diamond', 'purpose-art'],
    ['keystone', quiet],
  ],
  [
    ['keystone', quiet],
    ['circle', quiet],
    ['leaf', quiet],
    ['keystone', 'responsible-art'],
    ['circle', 'people-art'],
  ],
];

const stripRow: readonly Cell[] = [
  ['keystone', 'responsible-art'],
  ['diamond', 'muted'],
  ['circle', 'muted'],
  ['leaf', 'adaptive-art'],
  ['keystone', 'muted'],
  ['diamond', 'muted'],
  ['circle', 'people-art'],
  ['leaf', 'muted'],
];

/** Mosaic of four by four shapes in the sign-in panel. */
export function SignInMosaic({ className }: { className?: string }) {
  return <Mosaic viewBox="0 0 480 480" className={className} paths={mosaicPaths(signInRows, 120, 6)} />;
}

/** Mosaic beside the introduction of the public catalogue. */
export function HeroMosaic({ className }: { className?: string }) {
  return <Mosaic viewBox="0 0 600 480" className={className} paths={mosaicPaths(heroRows, 120, 6)} />;
}

/** Row of shapes below the sign-in form on narrow screens. */
export function ShapeStrip({ className }: { className?: string }) {
  return <Mosaic viewBox="0 0 360 44" className={className} paths={mosaicPaths([stripRow], 45, 2.5)} />;
}

type MosaicProps = {
  viewBox: string;
  className?: string;
  preserveAspectRatio?: string;
  paths: { d: string; fill: string }[];
};

function Mosaic({ paths, ...svg }: MosaicProps) {
  return (
    <svg {...svg} aria-hidden="true">
      {paths.map((path) => (
        <path key={path.d} {...path} />
      ))}
    </svg>
  );
}

/** Faint shapes of an empty state: three shapes and the outline of a missing one. */
export function EmptyArt({ className }: { className?: string }) {
  return (
    <svg width={120} height={56} viewBox="0 0 120 56" aria-hidden="true" className={className}>
      <path d={shapePath('keystone', 2, 14, 28)} fill="var(--responsible-soft)" />
      <path d={shapePath('leaf', 32, 14, 28)} fill="var(--adaptive-soft)" />
      <circle cx={76} cy={28} r={13.25} fill="none" stroke="var(--input)" strokeWidth={1.5} strokeDasharray="3 4" />
      <path d={shapePath('diamond', 90, 14, 28)} fill="var(--purpose-soft)" />
    </svg>
  );
}
