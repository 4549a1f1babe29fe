import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { linkTo } from '../../platform/link.tsx';
import { CompactCard } from '../../ui/CompactCard.tsx';
import { textLinkClasses } from '../../ui/TextLink.tsx';
import type { AccessMap } from '../access/api.ts';
import { cardLabel } from '../access/display.ts';
import { typeNames } from '../catalogue/display.ts';
import { CardPrice } from '../catalogue/ResourceCards.tsx';
import type { Row } from './display.ts';

/** One row of the dashboard; on phones it scrolls inside itself (DASH-11). */
export function DashboardRow({ row, access }: { row: Row; access: AccessMap }) {
  return (
    <section aria-labelledby={row.key} className="mt-10 lg:mt-12">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
        <div>
          <h2 id={row.key} tabIndex={-1}>
            {row.title}
          </h2>
          <p className="text-sm text-muted-foreground">
            {row.note}
            {row.key === 'role' ? (
              <Link to="/profile" className={`${textLinkClasses} ml-2`}>
                Change
              </Link>
            ) : null}
          </p>
        </div>
        <Link to="/browse" search={row.link.search} className={textLinkClasses}>
          {row.link.words}
          <ArrowRight size={16} />
        </Link>
      </div>
      <ul className="card-grid gap-4! max-sm:-mx-4 max-sm:flex! max-sm:snap-x max-sm:scroll-pl-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-2 max-sm:scrollbar-none max-sm:*:w-78 max-sm:*:flex-none max-sm:*:snap-start">
        {row.resources.map((resource) => (
          <CompactCard
            key={resource.id}
            id={resource.id}
            type={resource.type}
            typeName={typeNames[resource.type]}
            principles={resource.rappPrinciples}
            imageUrl={resource.thumbnailUrl ?? resource.featuredImageUrl}
            durationMinutes={resource.estimatedDuration}
            title={resource.title}
            accessLabel={cardLabel(resource.accessType, access.of(resource.id))}
            price={<CardPrice resource={resource} />}
            link={linkTo({ to: '/resource/$id', params: { id: String(resource.id) } })}
          />
        ))}
      </ul>
    </section>
  );
}
