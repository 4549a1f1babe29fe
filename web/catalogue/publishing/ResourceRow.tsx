import { Link, useNavigate } from '@tanstack/react-router';
import {
  CircleArrowDown,
  CircleArrowUp,
  CircleCheck,
  CircleDashed,
  Clock,
  Copy,
  Ellipsis,
  ExternalLink,
  Eye,
  Pencil,
  Trash2,
  Users,
} from 'lucide-react';
import { useId, useState } from 'react';
import type { AdminResource, AdminResourceColumn } from '#contract/catalogue/publishing.ts';
import { dense } from '#web/admin/dense.ts';
import { RowButton } from '#web/admin/RowButton.tsx';
import { dateAndTime, shortDate } from '#web/dates.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { lazyDialog, toastUnavailable } from '#web/platform/lazy-dialog.ts';
import { linkTo } from '#web/platform/link.tsx';
import { AccessTypeBadge } from '#web/ui/AccessLabel.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { classes } from '#web/ui/classes.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { LazyMenu } from '#web/ui/LazyMenu.tsx';
import type { MenuItem } from '#web/ui/Menu.tsx';
import { intervalWords } from '#web/ui/money-format.ts';
import { focusHeading } from '#web/ui/PageHeading.tsx';
import { Price } from '#web/ui/Price.tsx';
import { ResourceCover } from '#web/ui/ResourceCover.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TypeIcon } from '#web/ui/TypeChip.tsx';
import { accessTypeNames, shownPrice, typeNames } from '../catalogue/display.ts';
import { tokenFor, useAccessTool } from '../products/api.ts';
import { useDeleteResource, useDuplicateResource, usePublishResource } from './api.ts';
import { statusOf } from './display.ts';
import { statusNames } from './list-display.ts';

const seatPricesDialog = lazyDialog(
  async () => (await import('#web/commerce/purchases/admin/SeatPricesDialog.tsx')).SeatPricesDialog,
);

type ResourceRowProps = {
  resource: AdminResource;
  shown: ReadonlySet<AdminResourceColumn>;
  isChosen: boolean;
  /**
   * Called when the selection changes; `isRange` with the Shift key, for all from the one pressed last to this one.
   */
  onChoose: (isChosen: boolean, isRange: boolean) => void;
};

/** Row of a resource with its status and actions. */
export function ResourceRow({ resource, shown, isChosen, onChoose }: ResourceRowProps) {
  const titleId = useId();
  const { id, type } = resource;
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
      <div className="min-w-0 wide:contents">
        <h2 id={titleId} title={resource.title} className={rowClasses.title}>
          <Link to="/admin-dashboard/resources/$id/edit" params={{ id: String(id) }} className="hover:underline">
            {resource.title}
          </Link>
        </h2>
        <div className="mt-1 flex flex-wrap items-center gap-x-3.5 gap-y-1 wide:contents">
          <ResourceFacts resource={resource} shown={shown} />
        </div>
      </div>
      <div className={rowClasses.status}>{shown.has('status') ? <StatusBadge resource={resource} /> : null}</div>
      <ResourceActions resource={resource} />
    </article>
  );
}

/** Facts of a row below its title, or in columns beside it in a wide window. */
function ResourceFacts({ resource, shown }: Pick<ResourceRowProps, 'resource' | 'shown'>) {
  const { currency } = usePortalConfig();
  const { type, accessType, publishAt, createdAt, updatedAt } = resource;
  const { amount, interval } = shownPrice(resource);
  const every = interval && intervalWords(interval);
  return (
    <>
      {shown.has('type') ? (
        <span className={rowClasses.type}>
          <span className="wide:hidden">
            <TypeIcon type={type} />
          </span>
          <span title={typeNames[type]} className="wide:truncate">
            {typeNames[type]}
          </span>
        </span>
      ) : null}
      {shown.has('access') ? (
        <span className={rowClasses.access}>
          <AccessTypeBadge accessType={accessType} name={accessTypeNames[accessType]} />
        </span>
      ) : null}
      {shown.has('price') && accessType !== 'free' ? (
        <span title={every} className={rowClasses.price}>
          <Price amount={amount} currency={currency} />
          {every ? <span className="text-xs text-muted-foreground wide:hidden"> {every}</span> : null}
        </span>
      ) : null}
      {publishAt ? (
        <span className="text-sm text-muted-foreground wide:hidden">Publishes {dateAndTime(publishAt)}</span>
      ) : null}
      {shown.has('created') ? (
        <span className={classes(rowClasses.date, 'wide:col-start-9')}>Created {shortDate(createdAt)}</span>
      ) : null}
      {shown.has('changed') ? (
        <span className={classes(rowClasses.date, 'wide:col-start-10')}>Changed {shortDate(updatedAt)}</span>
      ) : null}
    </>
  );
}

function StatusBadge({ resource }: { resource: AdminResource }) {
  const status = statusOf(resource);
  const look = statusLooks[status];
  return (
    <Badge tone={look.tone} icon={<look.Icon size={14} />}>
      <span className={resource.publishAt ? 'wide:sr-only' : undefined}>{statusNames[status]}</span>
      {resource.publishAt ? (
        <time
          dateTime={resource.publishAt}
          title={`Publishes ${dateAndTime(resource.publishAt)}`}
          className="max-wide:hidden"
        >
          {shortDate(resource.publishAt)}
        </time>
      ) : null}
    </Badge>
  );
}

const statusLooks = {
  published: { tone: 'success', Icon: CircleCheck },
  draft: { tone: 'neutral', Icon: CircleDashed },
  scheduled: { tone: 'info', Icon: Clock },
} as const;

function ResourceActions({ resource }: { resource: AdminResource }) {
  const navigate = useNavigate();
  const publishing = usePublishResource(resource);
  const deleting = useDeleteResource(resource, focusHeading);

  function askToDelete() {
    // The specification asks for the browser's own question (ADM-RES-04).
    if (window.confirm('Are you sure you want to delete this resource?')) deleting.mutate();
  }

  return (
    <div className={rowClasses.actions}>
      <RowButton
        variant="outline"
        className={rowClasses.publish}
        label={resource.isPublished ? 'Unpublish' : 'Publish'}
        of={resource.title}
        Icon={resource.isPublished ? CircleArrowDown : CircleArrowUp}
        isBusy={publishing.isPending}
        onClick={() => publishing.mutate()}
      />
      <div className={classes(rowClasses.quiet, dense.actions)}>
        <RowButton
          className="px-2.5!"
          label="Edit"
          of={resource.title}
          Icon={Pencil}
          onClick={() =>
            void navigate({ to: '/admin-dashboard/resources/$id/edit', params: { id: String(resource.id) } })
          }
        />
        <RowButton
          variant="destructive-ghost"
          className="px-2.5!"
          label="Delete"
          of={resource.title}
          Icon={Trash2}
          isBusy={deleting.isPending}
          onClick={askToDelete}
        />
        <MoreActions resource={resource} />
      </div>
    </div>
  );
}

/** Less frequent actions. "Access Tool" exists only for online tools that are linked to a product (ADM-RES-03). */
function MoreActions({ resource }: { resource: AdminResource }) {
  const navigate = useNavigate();
  const { id, type, onlineProductId } = resource;
  const isTool = type === 'online_tool' && onlineProductId !== null;
  const tool = useAccessTool(async () =>
    isTool ? (await tokenFor({ resourceId: id, onlineProductId })).toolAddress : null,
  );
  const [isPricing, setPricing] = useState(false);
  // The list starts with the newest resource, so that the copy is in view.
  const duplicating = useDuplicateResource(resource, () => void navigate({ to: '/admin-dashboard' }));
  const items: MenuItem[] = [
    {
      kind: 'link',
      label: 'Preview',
      icon: <Eye size={16} />,
      link: linkTo({ to: '/resource/$id', params: { id: String(id) }, search: { preview: 'true' } }),
    },
    ...(isTool
      ? [
          {
            kind: 'action' as const,
            label: 'Access Tool',
            icon: <ExternalLink size={16} />,
            onSelect: tool.open,
          },
        ]
      : []),
    { kind: 'action', label: 'Duplicate', icon: <Copy size={16} />, onSelect: () => duplicating.mutate() },
    ...(resource.accessType === 'purchase'
      ? [{ kind: 'action' as const, label: 'Seat prices', icon: <Users size={16} />, onSelect: () => setPricing(true) }]
      : []),
  ];
  return (
    <>
      <LazyMenu
        trigger={<IconButton size="small" label={`More actions for ${resource.title}`} icon={<Ellipsis size={18} />} />}
        items={items}
        onUnavailable={toastUnavailable}
      />
      {isPricing ? <seatPricesDialog.Dialog {...resource} onClose={() => setPricing(false)} /> : null}
    </>
  );
}

const skeletonKeys = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

export function ResourceRowSkeletons() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading resources
      </p>
      <Card isPadded={false} aria-hidden="true" className={resourceGrid}>
        {skeletonKeys.map((key) => (
          <div key={key} data-testid="skeleton" className={rowClasses.row}>
            <Skeleton className="size-4.5" />
            <Skeleton className={classes(rowClasses.cover, 'aspect-square w-full wide:aspect-5/3')} />
            <div className="flex flex-col gap-2.5 py-1">
              <Skeleton className="h-4 w-3/5" />
              <Skeleton className="h-3.5 w-2/5 wide:hidden" />
            </div>
            <div className={rowClasses.status}>
              <Skeleton className="h-6 w-24" />
            </div>
            <div className={rowClasses.actions}>
              <Skeleton className="h-9 w-56 max-w-full" />
            </div>
          </div>
        ))}
      </Card>
    </>
  );
}

/** Classes of the card around the rows. From 1400 px the rows share its columns, so that values are aligned. */
export const resourceGrid =
  'lines-between overflow-hidden wide:grid wide:grid-cols-[auto_auto_minmax(9rem,1fr)_repeat(8,auto)] wide:overflow-x-auto';

/** Classes of a row and its placeholder; from 1400 px one line. */
const rowClasses = {
  row:
    'group grid grid-cols-[1.125rem_4rem_minmax(0,1fr)] items-start gap-x-4 gap-y-3 p-4 ' +
    'md:grid-cols-[1.125rem_4rem_minmax(0,1fr)_auto] ' +
    'xl:grid-cols-[1.125rem_5rem_minmax(0,1fr)_6.5rem_27.25rem] xl:items-center xl:px-6 ' +
    'wide:col-span-full wide:grid-cols-subgrid wide:gap-0 wide:py-1 wide:whitespace-nowrap wide:hover:bg-accent/45 has-checked:bg-accent!',
  cover: 'rounded-sm border border-border wide:ml-3 wide:w-10!',
  // Padding would show the top of a third line, so the focus ring of the link is inside the text's own box.
  title:
    'font-sans! text-base! leading-6! tracking-normal! wide:col-start-3 wide:row-start-1 wide:ml-4 wide:my-1 wide:line-clamp-2 wide:text-sm! wide:leading-5! wide:whitespace-normal wide:wrap-anywhere wide:[&_a]:-outline-offset-2!',
  type: 'inline-flex items-center gap-1.5 text-xs leading-5 font-semibold whitespace-nowrap text-muted-foreground wide:col-start-4 wide:row-start-1 wide:ml-4 wide:max-w-29',
  access: 'wide:col-start-5 wide:row-start-1 wide:ml-4',
  price: 'text-sm wide:col-start-6 wide:row-start-1 wide:ml-4 wide:text-right',
  date: 'text-xs text-muted-foreground tabular-nums wide:row-start-1 wide:ml-4',
  status: 'max-md:col-span-full wide:col-start-7 wide:row-start-1 wide:ml-4 wide:whitespace-nowrap',
  // From 1400 px the two parts are columns of the row.
  actions: 'col-span-full flex flex-wrap items-center gap-1 xl:col-span-1 xl:justify-end wide:contents',
  publish:
    'px-2.5! max-wide:min-w-24 wide:col-start-8 wide:row-start-1 wide:ml-2 wide:w-7.5 wide:border-transparent wide:bg-transparent wide:px-0! wide:[.group:not(:hover,:focus-within)_&]:text-muted-foreground',
  quiet: 'flex flex-wrap items-center gap-1 wide:col-start-11 wide:row-start-1 wide:flex-nowrap',
};
