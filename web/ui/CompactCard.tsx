import { ArrowRight } from 'lucide-react';
import { AccessLabel } from './AccessLabel.tsx';
import { CardMeasure, type ResourceCardProps } from './ResourceCard.tsx';
import { ResourceCover } from './ResourceCover.tsx';
import { TypeChip } from './TypeChip.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type CompactCardProps = Omit<
  ResourceCardProps,
  'description' | 'actions' | 'corner' | 'headingLevel' | 'isPrompt'
>;

/** Small card of a resource in a list, for use inside `<ul>`. Its link covers the whole card. */
export function CompactCard({
  typeName,
  accessLabel,
  durationMinutes,
  doneWord,
  title,
  price,
  link,
  ...cover
}: CompactCardProps) {
  return (
    <li className="relative flex flex-col rounded-lg border border-border bg-card transition-[border-color,box-shadow] duration-(--duration-base) hover:border-input hover:shadow-md has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-ring">
      <div className="flex flex-1 gap-4 p-4 pb-3">
        <ResourceCover {...cover} cut="square" className="w-22! flex-none self-start rounded-sm border border-border" />
        <div className="flex min-w-0 flex-1 flex-col">
          <p className="flex flex-wrap items-center justify-between gap-x-2 text-xs text-muted-foreground">
            <TypeChip type={cover.type} name={typeName} />
            <CardMeasure durationMinutes={durationMinutes} doneWord={doneWord} />
          </p>
          <h3 className="mt-1 mb-2 line-clamp-2 min-h-10 font-sans text-sm! leading-5! text-pretty">{title}</h3>
          <span className="mt-auto">
            <AccessLabel label={accessLabel} />
          </span>
        </div>
      </div>
      <div className="flex min-h-10 items-center justify-between gap-2 border-t border-border px-4 py-1 text-sm font-semibold">
        <span>{price}</span>
        {link({
          className:
            'inline-flex min-h-9 items-center gap-1.5 hover:underline focus-visible:outline-none after:absolute after:inset-0 after:content-[""]',
          children: (
            <>
              Learn More
              <VisuallyHidden> about {title}</VisuallyHidden>
              <ArrowRight size={16} />
            </>
          ),
        })}
      </div>
    </li>
  );
}
