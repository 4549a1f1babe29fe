import { useState } from 'react';
import type { RappPrinciple, ResourceType } from '#contract/catalogue/catalogue.ts';
import { classes } from './classes.ts';
import { compositions, coverVariant, motifsOf, type Piece } from './cover/compositions.ts';
import { pictureAddress } from './picture-address.ts';

/** The forms a cover is cut to. `card` is 5:3, 2:1 below 640 px; `row` 5:3, square below 1024 px; `fill` takes its container. */
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
  /** In the resource's order: the first one gives the background. */
  principles: readonly RappPrinciple[];
  /** An uploaded image takes the drawing's place; should it not load, the drawing stays. */
  imageUrl?: string | null;
  cut?: CoverCut;
  /** In view from the start: the image is not loaded lazily. */
  isPrompt?: boolean;
  className?: string;
};

/** A resource's picture: composition from its type, shapes from its principles, variant from its id. Says nothing aloud. */
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

/** The drawing that a resource has instead of an image. */
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
