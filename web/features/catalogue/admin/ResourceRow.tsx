import { CircleCheck, CircleDashed } from 'lucide-react';
import { useId } from 'react';
import type { Resource } from '#contract/catalogue.ts';
import { usePortalConfig } from '../../../platform/config.ts';
import { AccessTypeBadge } from '../../../ui/AccessLabel.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Price } from '../../../ui/Price.tsx';
import { ResourceCover } from '../../../ui/ResourceCover.tsx';
import { TypeChip } from '../../../ui/TypeChip.tsx';
import { accessTypeNames, shownPrice, typeNames } from '../display.ts';
import { ResourceActions } from './ResourceActions.tsx';
import { rowClasses } from './row-classes.ts';

/** One resource of the list: what it is, whether it is published, and what can be done with it. */
export function ResourceRow({ resource }: { resource: Resource }) {
  const { currency } = usePortalConfig();
  const titleId = useId();
  const { id, type, accessType } = resource;
  return (
    <article aria-labelledby={titleId} className={rowClasses.row}>
      <ResourceCover
        id={id}
        type={type}
        principles={resource.rappPrinciples}
        imageUrl={resource.thumbnailUrl ?? resource.featuredImageUrl}
        cut="row"
        className={rowClasses.cover}
      />
      <div className="min-w-0">
        <h2 id={titleId} className="font-sans! text-base! leading-6! tracking-normal!">
          {resource.title}
        </h2>
        <div className="mt-1 flex flex-wrap items-center gap-x-3.5 gap-y-1">
          <TypeChip type={type} name={typeNames[type]} />
          <AccessTypeBadge accessType={accessType} name={accessTypeNames[accessType]} />
          <span className="text-sm">
            <Price {...shownPrice(resource)} currency={currency} />
          </span>
        </div>
      </div>
      <div className={rowClasses.status}>
        {resource.isPublished ? (
          <Badge tone="success" icon={<CircleCheck size={14} />}>
            Published
          </Badge>
        ) : (
          <Badge icon={<CircleDashed size={14} />}>Draft</Badge>
        )}
      </div>
      <ResourceActions resource={resource} />
    </article>
  );
}
