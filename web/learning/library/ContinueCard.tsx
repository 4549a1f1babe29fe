import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LibraryEntry } from '#contract/learning/library.ts';
import { useClock } from '../../platform/clock.ts';
import { Card } from '../../ui/Card.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { ResourceCover } from '../../ui/ResourceCover.tsx';
import { TextButton, textLinkClasses } from '../../ui/TextLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { unfinishedQuery } from './api.ts';
import { continueAt, lastDone } from './display.ts';

/** Up to three resources that the member used last; nothing before the first one. */
export function ContinueCard() {
  const { data, isError, isFetching, refetch } = useQuery(unfinishedQuery);
  if (isError) {
    return (
      <Frame>
        <p role="alert" className="mt-2 text-sm">
          Your recent resources could not be loaded. Your progress is safe.{' '}
          {isFetching ? null : <TextButton onClick={() => void refetch()}>Try again</TextButton>}
        </p>
      </Frame>
    );
  }
  if (!data || data.length === 0) return null;
  return (
    <Frame>
      <ul className="mt-2">
        {data.map((entry) => (
          <ContinueRow key={entry.resource.id} entry={entry} />
        ))}
      </ul>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Card className="min-w-0">
      <section aria-labelledby="continue-heading">
        <h2 id="continue-heading">Continue</h2>
        {children}
      </section>
    </Card>
  );
}

function ContinueRow({ entry }: { entry: LibraryEntry }) {
  const { resource, progress } = entry;
  const { now } = useClock();
  return (
    <li className="flex items-start gap-3.5 border-b border-border py-3 last:border-0 last:pb-0">
      <ResourceCover
        id={resource.id}
        type={resource.type}
        principles={resource.rappPrinciples}
        imageUrl={resource.thumbnailUrl ?? resource.featuredImageUrl}
        cut="square"
        className="w-16! flex-none rounded-sm border border-border"
      />
      <div className="min-w-0 flex-1">
        <Link
          to="/resource/$id"
          params={{ id: String(resource.id) }}
          className="line-clamp-2 text-sm font-semibold wrap-anywhere hover:underline"
        >
          {resource.title}
        </Link>
        <ProgressBar
          percent={progress?.completionPercentage ?? 0}
          label={`Progress of ${resource.title}`}
          className="mt-1.5"
          word="complete"
        />
        <p className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-sm">
          <span className="text-muted-foreground tabular-nums">{lastDone(entry, now)}</span>
          <Link {...continueAt(entry)} className={`${textLinkClasses} ml-auto`}>
            Continue<VisuallyHidden> {resource.title}</VisuallyHidden>
            <ArrowRight size={16} />
          </Link>
        </p>
      </div>
    </li>
  );
}
