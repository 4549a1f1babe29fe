import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RappPrinciple, ResourceType } from '#contract/catalogue/catalogue.ts';
import { AccessLabel, type AccessLabelText } from './AccessLabel.tsx';
import { buttonClasses } from './button-classes.ts';
import type { RenderLink } from './link.ts';
import { PrincipleList } from './PrincipleMark.tsx';
import { ResourceCover } from './ResourceCover.tsx';
import { Skeleton } from './Skeleton.tsx';
import { TypeChip } from './TypeChip.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type ResourceCardProps = {
  id: number;
  type: ResourceType;
  /** Type in words, such as "Online tool". */
  typeName: string;
  principles: readonly RappPrinciple[];
  imageUrl?: string | null;
  accessLabel: AccessLabelText;
  durationMinutes?: number | null;
  /** Word in place of the duration, such as "Finished". */
  doneWord?: string | null;
  title: string;
  description?: string | null;
  /** A `Price`, or a word such as "Free". */
  price: ReactNode;
  /** Link "Learn More". A click anywhere on the card follows it, too. */
  link: RenderLink;
  /** More buttons at the bottom right, of variant `outline` and size `small`. */
  actions?: ReactNode;
  /** Small button in the corner of the cover. */
  corner?: ReactNode;
  headingLevel?: 2 | 3;
  /** Whether the card is in view from the start. */
  isPrompt?: boolean;
};

const cardClasses =
  'relative flex flex-col overflow-hidden rounded-lg border border-border bg-card text-card-foreground';
const footClasses = 'mt-3.5 flex min-h-14 items-center justify-between gap-2 border-t border-border px-4 py-2';

/** Card of a resource in a grid. Its link covers the whole card. */
export function ResourceCard(props: ResourceCardProps) {
  const {
    typeName,
    accessLabel,
    durationMinutes,
    doneWord,
    title,
    description,
    price,
    actions,
    corner,
    headingLevel = 3,
    ...cover
  } = props;
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <article
      className={`${cardClasses} transition-[border-color,box-shadow] duration-(--duration-base) hover:border-input hover:shadow-md has-[[data-card-link]:focus-visible]:outline-2 has-[[data-card-link]:focus-visible]:outline-offset-2 has-[[data-card-link]:focus-visible]:outline-ring`}
    >
      <span className="relative block">
        <ResourceCover
          id={cover.id}
          type={cover.type}
          principles={cover.principles}
          imageUrl={cover.imageUrl}
          isPrompt={cover.isPrompt}
        />
        <span className="absolute bottom-3 left-3 flex">
          <TypeChip type={cover.type} name={typeName} isOnCover />
        </span>
      </span>
      <div className="flex flex-1 flex-col px-4 pt-4">
        <div className="mb-3 flex items-center justify-between gap-2">
          <AccessLabel label={accessLabel} />
          <CardMeasure durationMinutes={durationMinutes} doneWord={doneWord} />
        </div>
        <Heading className="font-sans text-base leading-5.5 font-semibold tracking-[-0.005em] text-pretty">
          {title}
        </Heading>
        {description ? (
          <p className="mt-1.5 line-clamp-3 text-sm leading-5.25 text-muted-foreground">{description}</p>
        ) : null}
        <div className="mt-auto pt-3.5">
          <PrincipleList principles={props.principles} />
        </div>
      </div>
      <div className={footClasses}>
        <span className="font-semibold">{price}</span>
        <span className="flex items-center gap-2">
          {cover.link({
            className: buttonClasses({ variant: 'ghost', size: 'small', className: learnMoreClasses }),
            children: <LearnMore title={title} />,
          })}
          {actions ? <span className="relative z-10 flex gap-2">{actions}</span> : null}
        </span>
      </div>
      {corner ? <span className="absolute top-3 right-3 z-10 flex">{corner}</span> : null}
    </article>
  );
}

type CardMeasureProps = Pick<ResourceCardProps, 'durationMinutes' | 'doneWord'>;

/** Duration of a resource, or the word for a finished one. */
export function CardMeasure({ durationMinutes, doneWord }: CardMeasureProps) {
  const text = doneWord ?? (durationMinutes ? `${durationMinutes} min` : null);
  const look = doneWord ? 'font-semibold text-success-text' : 'text-muted-foreground tabular-nums';
  return text && <span className={`text-xs whitespace-nowrap ${look}`}>{text}</span>;
}

// The link's area covers the whole card, and the focus ring is drawn around the card.
const learnMoreClasses =
  'px-1! hover:bg-transparent hover:underline focus-visible:outline-none after:absolute after:inset-0 after:content-[""]';

function LearnMore({ title }: { title: string }) {
  return (
    <>
      Learn More
      <VisuallyHidden> about {title}</VisuallyHidden>
      <ArrowRight size={16} />
    </>
  );
}

/** Placeholder with the size of a card that is loading. */
export function ResourceCardSkeleton() {
  return (
    <div data-testid="skeleton" aria-hidden="true" className={cardClasses}>
      <Skeleton className="aspect-5/3 w-full rounded-none! max-sm:aspect-2/1" />
      <div className="flex flex-1 flex-col px-4 pt-4">
        <div className="mb-3 flex items-center justify-between">
          <Skeleton className="h-6 w-32" />
          <Skeleton className="h-3 w-10" />
        </div>
        <Skeleton className="mt-1 h-4 w-[88%]" />
        <Skeleton className="mt-1.5 h-4 w-[62%]" />
        <Skeleton className="mt-3.5 h-3 w-full" />
        <Skeleton className="mt-2 h-3 w-[94%]" />
        <Skeleton className="mt-2 h-3 w-[70%]" />
        <Skeleton className="mt-5 h-3 w-40" />
      </div>
      <div className={footClasses}>
        <Skeleton className="h-4 w-14" />
        <Skeleton className="h-4 w-24" />
      </div>
    </div>
  );
}
