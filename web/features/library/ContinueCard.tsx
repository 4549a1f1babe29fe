import { useQuery } from '@tanstack/react-query';
import type { LibraryEntry } from '#contract/library.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/link.tsx';
import { Card } from '../../ui/Card.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { ResourceCover } from '../../ui/ResourceCover.tsx';
import { unfinishedQuery } from './api.ts';

/** What the member was last doing, up to three resources; nothing for who has not begun anything. */
export function ContinueCard() {
  // The dashboard is complete without it: when this cannot be had, My Resources says why.
  const { data } = useQuery(unfinishedQuery);
  if (!data || data.length === 0) return null;
  return (
    <Card className="min-w-0">
      <section aria-labelledby="continue-heading">
        <h2 id="continue-heading">Continue</h2>
        <ul className="mt-2">
          {data.map((entry) => (
            <ContinueRow key={entry.resource.id} entry={entry} />
          ))}
        </ul>
      </section>
    </Card>
  );
}

function ContinueRow({ entry }: { entry: LibraryEntry }) {
  const { resource, progress } = entry;
  return (
    <li className="flex items-center gap-3.5 border-b border-border py-3 last:border-0 last:pb-0">
      <ResourceCover
        id={resource.id}
        type={resource.type}
        principles={resource.rappPrinciples}
        imageUrl={resource.thumbnailUrl ?? resource.featuredImageUrl}
        cut="square"
        className="w-16! flex-none rounded-sm border border-border"
      />
      <div className="min-w-0 flex-1">
        <AppLink
          href={paths.resource(resource.id)}
          className="line-clamp-2 text-sm font-semibold wrap-anywhere hover:underline"
        >
          {resource.title}
        </AppLink>
        <ProgressBar
          percent={progress?.completionPercentage ?? 0}
          label={`Progress of ${resource.title}`}
          className="mt-1.5"
        />
      </div>
    </li>
  );
}
