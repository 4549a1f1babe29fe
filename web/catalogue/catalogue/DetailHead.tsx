import type { ReactNode } from 'react';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import { counted } from '#contract/counted.ts';
import { longDate } from '#web/dates.ts';
import { useClock } from '#web/platform/clock.ts';
import { useHeadingFocus } from '#web/ui/PageHeading.tsx';
import { PrincipleList } from '#web/ui/PrincipleMark.tsx';
import { ResourceCover } from '#web/ui/ResourceCover.tsx';
import { TypeChip } from '#web/ui/TypeChip.tsx';
import { linesOf, typeNames } from './display.ts';

/**
 * Summary of a resource: cover, type, title, the first line of its description, principles, length and last update
 * (DETAIL-29).
 */
export function DetailHead({ resource, actions }: { resource: Resource; actions: ReactNode }) {
  const { id, type, title, description, rappPrinciples, thumbnailUrl, featuredImageUrl } = resource;
  const heading = useHeadingFocus(title);
  const [first, ...others] = linesOf(description);
  // A single line is in the tab (DETAIL-10). Only a path has it here instead.
  const lead = type === 'path' || others.length > 0 ? first : undefined;
  return (
    <header className="mb-6 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4 lg:mb-8 lg:gap-6">
      <ResourceCover
        id={id}
        type={type}
        principles={rappPrinciples}
        imageUrl={thumbnailUrl ?? featuredImageUrl}
        cut="square"
        isPrompt
        className="w-20! self-start rounded-md border border-border lg:row-span-2 lg:w-34!"
      />
      <div className="flex min-w-0 flex-wrap items-start justify-between gap-x-6 gap-y-3 lg:self-end">
        <div className="min-w-0">
          <TypeChip type={type} name={typeNames[type]} />
          <h1 ref={heading} tabIndex={-1} className="mt-1 wrap-anywhere">
            {title}
          </h1>
        </div>
        {actions}
      </div>
      <div className="flex min-w-0 flex-col gap-2 self-start max-lg:col-span-full">
        {lead ? <p className="max-w-168 text-muted-foreground wrap-anywhere">{lead}</p> : null}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <PrincipleList principles={rappPrinciples} />
          <Measures resource={resource} />
        </div>
      </div>
    </header>
  );
}

/** Pages, minutes and the day of the last update, as far as they are known. */
function Measures({ resource: { inside, estimatedDuration, readingMinutes } }: { resource: Resource }) {
  const { timeZone } = useClock();
  const minutes = estimatedDuration ?? readingMinutes;
  const parts = [
    ...(inside?.document ? [counted(inside.document.pages, 'page')] : []),
    ...(minutes === null ? [] : [`${minutes} min`]),
  ];
  return (
    <ul className="flex flex-wrap gap-x-4 text-xs text-muted-foreground tabular-nums">
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
      {inside ? (
        <li>
          <span>Updated</span> {longDate(inside.updatedAt, timeZone)}
        </li>
      ) : null}
    </ul>
  );
}
