import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LibraryEntry } from '#contract/learning/library.ts';
import { typeNames } from '#web/catalogue/catalogue/display.ts';
import { useClock } from '#web/platform/clock.ts';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { LoadErrorLine } from '#web/ui/LoadErrorLine.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { ResourceCover } from '#web/ui/ResourceCover.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { TypeChip } from '#web/ui/TypeChip.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { unfinishedQuery } from './api.ts';
import { ContinueTool } from './ContinueTool.tsx';
import { continueAt, lastDone } from './display.ts';
import { progressWord } from './done-display.ts';

/** Up to three unfinished resources that the member used last; renders nothing without one. */
export function ContinueCard() {
  const { data, isLoadingError, isFetching, refetch } = useQuery(unfinishedQuery);
  if (isLoadingError) {
    return (
      <Frame>
        <LoadErrorLine query={{ isFetching, refetch }} className="mt-2">
          Your recent resources could not be loaded. Your progress is safe.
        </LoadErrorLine>
      </Frame>
    );
  }
  if (!data || data.length === 0) return null;
  return (
    <Frame>
      <ul className="mt-2">
        {data.map((entry, index) => (
          <ContinueRow key={entry.resource.id} entry={entry} isFirst={index === 0} />
        ))}
      </ul>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Card className="min-w-0">
      <section aria-labelledby="continue-heading">
        <div className="flex items-center justify-between gap-4">
          <h2 id="continue-heading">Continue</h2>
          <Link to="/my-resources" className={textLinkClasses}>
            My Resources
            <ArrowRight size={16} />
          </Link>
        </div>
        {children}
      </section>
    </Card>
  );
}

/** Row of Continue. The first one is larger, and its link looks like a button. */
function ContinueRow({ entry, isFirst }: { entry: LibraryEntry; isFirst: boolean }) {
  const { resource, progress } = entry;
  const { now } = useClock();
  return (
    <li className="flex items-start gap-3.5 border-b border-border py-3 last:border-0 last:pb-0 sm:gap-5">
      <ResourceCover
        id={resource.id}
        type={resource.type}
        principles={resource.rappPrinciples}
        imageUrl={resource.thumbnailUrl ?? resource.featuredImageUrl}
        cut="square"
        className={classes('flex-none rounded-sm border border-border', isFirst ? 'w-20! lg:w-34!' : 'w-16!')}
      />
      <div className="min-w-0 flex-1">
        {isFirst ? <TypeChip type={resource.type} name={typeNames[resource.type]} /> : null}
        <Link
          to="/resource/$id"
          params={{ id: String(resource.id) }}
          className={classes(
            'line-clamp-2 font-semibold wrap-anywhere hover:underline',
            isFirst ? 'text-lg leading-6' : 'text-sm',
          )}
        >
          {resource.title}
        </Link>
        <ProgressBar
          percent={progress?.completionPercentage ?? 0}
          label={`Progress of ${resource.title}`}
          className="mt-1.5"
          word={progressWord({ type: resource.type, hasCheck: entry.check !== undefined })}
        />
        <p className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 text-sm">
          <span className="text-muted-foreground tabular-nums">{lastDone(entry, now)}</span>
          <ContinueButton
            entry={entry}
            className={
              isFirst ? buttonClasses({ variant: 'outline', size: 'small' }) : classes(textLinkClasses, 'ml-auto')
            }
          >
            {entry.checkLeft ? 'Take the check' : 'Continue'}
            <VisuallyHidden> {resource.title}</VisuallyHidden>
            {isFirst ? null : <ArrowRight size={16} />}
          </ContinueButton>
        </p>
      </div>
    </li>
  );
}

type ContinueButtonProps = { entry: LibraryEntry; className: string; children: ReactNode };

/** Link to where the member was, or to the check. For a tool it opens the tool's tab with one press (DASH-12). */
function ContinueButton({ entry, className, children }: ContinueButtonProps) {
  if (entry.checkLeft || entry.resource.type !== 'online_tool') {
    return (
      <Link {...continueAt(entry)} className={className}>
        {children}
      </Link>
    );
  }
  return (
    <ContinueTool tool={entry.resource} title={entry.resource.title} className={className}>
      {children}
    </ContinueTool>
  );
}
