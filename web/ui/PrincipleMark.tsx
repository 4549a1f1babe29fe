import type { RappPrinciple } from '#contract/catalogue/catalogue.ts';
import { shapePath } from '#contract/shapes.ts';
import { principleColours, principleShapes } from './shapes.ts';
import { useWords } from './words.ts';

type PrincipleMarkProps = {
  principle: RappPrinciple;
  /** Size in px; 12 beside small text. */
  size?: number;
  /** `solid` on surfaces; `art` and `on-brand` on the brand field. */
  tone?: 'solid' | 'art' | 'on-brand';
};

/** Shape of a principle in its colour. Hidden from assistive technology, so the principle's name must be beside it. */
export function PrincipleMark({ principle, size = 12, tone = 'solid' }: PrincipleMarkProps) {
  const colour = principleColours[principle];
  const fills = { solid: `var(--${colour})`, art: `var(--${colour}-art)`, 'on-brand': 'var(--on-brand)' };
  return (
    <svg width={size} height={size} viewBox="0 0 12 12" aria-hidden="true" className="block flex-none">
      <path d={shapePath(principleShapes[principle], 0.5, 0.5, 11)} fill={fills[tone]} />
    </svg>
  );
}

export function PrincipleLabel({ principle }: { principle: RappPrinciple }) {
  const { principles } = useWords();
  return (
    <span className="inline-flex items-center gap-1.25 text-xs whitespace-nowrap text-muted-foreground">
      <PrincipleMark principle={principle} />
      {principles[principle].name}
    </span>
  );
}

/** Row of a resource's principles, the main one first. All four together read "All four principles". */
export function PrincipleList({ principles }: { principles: readonly RappPrinciple[] }) {
  if (principles.length === 0) return null;
  if (rappPrincipleOrder.every((principle) => principles.includes(principle))) {
    return (
      <span className="inline-flex items-center gap-1.25 text-xs whitespace-nowrap text-muted-foreground">
        {rappPrincipleOrder.map((principle) => (
          <PrincipleMark key={principle} principle={principle} />
        ))}
        <span className="ml-0.5">All four principles</span>
      </span>
    );
  }
  return (
    <span className="flex flex-wrap gap-x-2.5 gap-y-1">
      {principles.map((principle) => (
        <PrincipleLabel key={principle} principle={principle} />
      ))}
    </span>
  );
}

// Written out here so that the shell does not load the contract's schemas for four words. The type keeps them correct.
/** The four principles in the product's order. */
export const rappPrincipleOrder: readonly RappPrinciple[] = [
  'responsible',
  'adaptive',
  'people_centred',
  'purpose_driven',
];
