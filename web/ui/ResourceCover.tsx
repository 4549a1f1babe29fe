import { useState } from 'react';
import type { RappPrinciple, ResourceType } from '#contract/catalogue/catalogue.ts';
import { classes } from './classes.ts';
import { compositions, coverVariant, motifsOf, type Piece } from './cover/compositions.ts';
import { pictureAddress } from './picture-address.ts';

/**
 * Formats of a cover. `card` is 5:3, and 2:1 below 640 px; `row` is 5:3, and square below 1024 px; `fill` fills its
 * container.
 */
export type CoverCut = 'card' | 'landscape' | 'row' | 'square' | 'fill';

const cuts: Record<CoverCut, string> = {
  card: 'aspect-5/3 max-sm:aspect-2/1',
  landscape: 'aspect-5/3',
  row: 'aspect-5/3 max-lg:aspect-square',
  square: 'aspect-square',
  fill: 'h-full',
};

export type ResourceCoverProps = {
  id: number;
  type: ResourceType;
  /** Principles in the resource's order; the first one gives the background. */
  principles: readonly RappPrinciple[];
  /** Uploaded image that replaces the drawing. The drawing stays when the image does not load. */
  imageUrl?: string | null;
  cut?: CoverCut;
  /** Whether the cover is in view from the start; its image is then not loaded lazily. */
  isPrompt?: boolean;
  className?: string;
};

/**
 * Picture of a resource: composition from its type, shapes from its principles, variant from its id. Hidden from
 * assistive technology.
 */
export function ResourceCover(props: ResourceCoverProps) {
  const { imageUrl, cut = 'card', isPrompt, className } = props;
  const [failedUrl, setFailedUrl] = useState<string>();
  const showsImage = imageUrl && imageUrl !== failedUrl;
  return (
    <span className={classes('block w-full overflow-hidden bg-muted', cuts[cut], className)}>
      {showsImage ? (
        <img
          src={pictureAddress(imageUrl)}
          alt=""
          loading={isPrompt ? 'eager' : 'lazy'}
          fetchPriority={isPrompt ? 'high' : 'auto'}
          decoding="async"
          onError={() => setFailedUrl(imageUrl)}
          className="size-full object-cover"
        />
      ) : (
        <CoverDrawing {...props} />
      )}
    </span>
  );
}

/** Drawing of a resource without an image. */
export function CoverDrawing({ id, type, principles }: Pick<ResourceCoverProps, 'id' | 'type' | 'principles'>) {
  const motifs = motifsOf(principles);
  const { seed, isMirrored } = coverVariant(id);
  const composition = compositions[type];
  const pieces = composition.draw(motifs, seed);
  return (
    <svg viewBox="0 0 500 300" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className="block size-full">
      <rect width={500} height={300} fill={motifs.first.soft} />
      <g transform={composition.canMirror && isMirrored ? 'translate(500 0) scale(-1 1)' : undefined}>
        {pieces.map((piece) => (
          <PieceShape key={pieceKey(piece)} piece={piece} />
        ))}
      </g>
    </svg>
  );
}

function pieceKey(piece: Piece): string {
  return piece.kind === 'path' ? piece.d : `${piece.x} ${piece.y} ${piece.width}`;
}

function PieceShape({ piece }: { piece: Piece }) {
  if (piece.kind === 'path') return <path d={piece.d} fill={piece.fill} opacity={piece.opacity} />;
  const { x, y, width, height, radius, fill, opacity } = piece;
  return <rect x={x} y={y} width={width} height={height} rx={radius} fill={fill} opacity={opacity} />;
}
