import type { ResourceCounts } from '#contract/catalogue/search.ts';
import { counted } from '#contract/counted.ts';
import type { PublicSummary } from '#contract/pages/storefront.ts';
import { madeTypes, typeNames } from '#web/catalogue/catalogue/display.ts';
import { typePlurals } from '#web/pages/storefront/display.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { ResourceCover } from '#web/ui/ResourceCover.tsx';
import { TypeIcon } from '#web/ui/TypeChip.tsx';

type InsideProps = { counts: ResourceCounts; newest: readonly PublicSummary[] };

/** Describes the portal, with the numbers and the newest of its resources (AUTH-23). */
export function Inside({ counts, newest }: InsideProps) {
  const { tagline } = usePortalConfig();
  const types = madeTypes.map((type) => ({ type, count: counts.type?.[type] ?? 0 })).filter(({ count }) => count > 0);
  const free = counts.accessType?.free ?? 0;
  const total = types.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="flex flex-col gap-8 lg:my-auto lg:gap-10">
      <div>
        <p className="max-w-[13em] text-balance font-display text-2xl font-semibold lg:text-4xl lg:leading-12">
          {tagline ?? 'Reports, templates and tools for adopting AI responsibly'}
        </p>
        <p className="mt-3 text-on-brand-muted">
          Know where you stand and decide what to do next.
          {free > 0 ? ` ${counted(free, 'resource')} of ${total} ${free === 1 ? 'is' : 'are'} free.` : null}
        </p>
      </div>
      <ul
        aria-label="Resources by type"
        className="grid grid-cols-2 gap-x-4 gap-y-4 border-t border-brand-raised pt-5 sm:grid-cols-4"
      >
        {types.map(({ type, count }) => (
          <li key={type} className="text-sm text-on-brand-muted">
            <span className="block font-display text-xl font-semibold text-on-brand tabular-nums">{count}</span>
            {typePlurals[type]}
          </li>
        ))}
      </ul>
      <ul aria-label="Newest resources" className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {newest.map((resource) => (
          <li key={resource.id} className="overflow-hidden rounded-md bg-card text-card-foreground">
            <ResourceCover
              id={resource.id}
              type={resource.type}
              principles={resource.rappPrinciples}
              imageUrl={resource.thumbnailUrl ?? resource.featuredImageUrl}
              cut="landscape"
            />
            <div className="p-3">
              <p className="flex gap-1.5 text-xs leading-5 font-semibold text-muted-foreground">
                <span className="mt-0.5">
                  <TypeIcon type={resource.type} />
                </span>
                {typeNames[resource.type]}
              </p>
              <p className="mt-1 text-sm leading-5 font-semibold text-pretty">{resource.title}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
