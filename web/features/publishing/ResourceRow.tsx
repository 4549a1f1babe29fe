import { CircleCheck, CircleDashed, Clock } from 'lucide-react';
import { useId } from 'react';
import type { AdminResource } from '#contract/publishing.ts';
import { dateAndTime } from '../../dates.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { AccessTypeBadge } from '../../ui/AccessLabel.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Price } from '../../ui/Price.tsx';
import { ResourceCover } from '../../ui/ResourceCover.tsx';
import { TypeChip } from '../../ui/TypeChip.tsx';
import { accessTypeNames, shownPrice, typeNames } from '../catalogue/display.ts';
import { statusNames, statusOf } from './display.ts';
import { ResourceActions } from './ResourceActions.tsx';
import { rowClasses } from './row-classes.ts';

type ResourceRowProps = {
  resource: AdminResource;
  /** Ticked for a bulk action. */
  isChosen: boolean;
  /** `isRange`: with the Shift key, so all from the last one to this. */
  onChoose: (isChosen: boolean, isRange: boolean) => void;
};

/** One resource of the list: what it is, whether it is published, and what can be done with it. */
export function ResourceRow({ resource, isChosen, onChoose }: ResourceRowProps) {
  const { currency } = usePortalConfig();
  const titleId = useId();
  const { id, type, accessType } = resource;
  return (
    <article aria-labelledby={titleId} className={rowClasses.row}>
      <Checkbox
        isLabelHidden
        label={`Select ${resource.title}`}
        checked={isChosen}
        onChange={({ currentTarget, nativeEvent }) =>
          onChoose(currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
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
          {resource.publishAt ? (
            <span className="text-sm text-muted-foreground">Publishes {dateAndTime(resource.publishAt)}</span>
          ) : null}
        </div>
      </div>
      <div className={rowClasses.status}>
        <StatusBadge resource={resource} />
      </div>
      <ResourceActions resource={resource} />
    </article>
  );
}

function StatusBadge({ resource }: { resource: AdminResource }) {
  const status = statusOf(resource);
  const look = statusLooks[status];
  return (
    <Badge tone={look.tone} icon={<look.Icon size={14} />}>
      {statusNames[status]}
    </Badge>
  );
}

const statusLooks = {
  published: { tone: 'success', Icon: CircleCheck },
  draft: { tone: 'neutral', Icon: CircleDashed },
  scheduled: { tone: 'info', Icon: Clock },
} as const;
