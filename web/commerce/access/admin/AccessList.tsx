import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Armchair, Ban, Gift, type LucideIcon, Repeat2, ShieldCheck, Tag, Unlock } from 'lucide-react';
import type { MemberAccess, OpenReason, OpenResource } from '#contract/commerce/access-admin.ts';
import { ListPages, TableSkeleton } from '#web/admin/ListPanel.tsx';
import { useList } from '#web/admin/list-state.ts';
import { listPageSize } from '#web/platform/queries.ts';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { DataTable, type DataTableColumn } from '#web/ui/DataTable.tsx';
import { Pagination } from '#web/ui/Pagination.tsx';
import { SearchBox } from '#web/ui/SearchBox.tsx';
import { memberAccess } from './api.ts';
import { memberSearch, reasonDetails, reasonLabels, untilText } from './display.ts';
import { BlockButton, RemovePurchaseButton, RevokeButton, UnblockButton } from './RowActions.tsx';

type AccessListProps = { userId: number; firstName: string };

/** Card with the resources that a member can open and those that are blocked, each with one reason (ADM-USER-18). */
export function AccessList({ userId, firstName }: AccessListProps) {
  const list = useList(memberSearch);
  const query = useQuery(memberAccess(userId, list.state));
  const { data } = query;
  return (
    <Card isPadded={false} className="overflow-hidden">
      <div className="flex flex-col gap-4 border-b border-border px-5 py-5 lg:px-6">
        <h2 className="text-lg">
          What <span translate="no">{firstName}</span> can open, and why
        </h2>
        <Reasons
          counts={data?.counts ?? []}
          chosen={list.state.reason}
          onChoose={(reason) => list.narrow({ reason })}
        />
        <div className="flex">
          <SearchBox
            label="Search these resources"
            placeholder="Search by title"
            value={list.state.search}
            onSearch={(search) => list.narrow({ search }, { replace: true })}
          />
        </div>
      </div>
      <ListPages
        list={list}
        query={{ ...query, data: data && { items: data.items, totalCount: data.total } }}
        skeleton={<TableSkeleton label="Loading access" />}
        failure="Access did not load"
        safe="Nothing was changed. Check your connection, then try again."
        none={{ title: 'Nothing is open', description: 'This member cannot open any resource.' }}
        noMatch={{
          title: 'No resource matches',
          description: `${firstName} cannot open a resource with these words. Choose it under Grant access to see why.`,
        }}
      >
        {({ items, totalCount }) => (
          <>
            <DataTable
              caption={`What ${firstName} can open, and why`}
              columns={columnsFor({ userId, firstName })}
              rows={items}
              rowKey={({ resourceId }) => resourceId}
            />
            <div className="px-5 pb-4 lg:px-6">
              <Pagination
                page={list.state.page}
                pageCount={Math.ceil(totalCount / listPageSize)}
                onPageChange={list.turnTo}
                label="Pages of access"
              />
            </div>
          </>
        )}
      </ListPages>
    </Card>
  );
}

type ReasonsProps = {
  counts: MemberAccess['counts'];
  chosen: OpenReason | null;
  onChoose: (reason: OpenReason | null) => void;
};

/** Number of resources by reason, as buttons that filter the list. */
function Reasons({ counts, chosen, onChoose }: ReasonsProps) {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const lines = [{ reason: null, count: all }, ...counts];
  return (
    <div className="flex flex-wrap gap-1.5">
      {lines.map(({ reason, count }) => (
        <button
          key={reason ?? 'all'}
          type="button"
          aria-pressed={chosen === reason}
          onClick={() => onChoose(reason)}
          className="inline-flex min-h-8 items-center gap-1.5 rounded-md border border-border bg-card px-2.5 text-xs font-medium hover:bg-accent aria-pressed:border-primary aria-pressed:bg-accent aria-pressed:text-accent-foreground pointer-coarse:min-h-11"
        >
          {reason === null ? 'All' : reasonLabels[reason]} <b className="font-semibold tabular-nums">{count}</b>
        </button>
      ))}
    </div>
  );
}

const looks: Record<OpenReason, { Icon: LucideIcon; look: string }> = {
  purchase: { Icon: Tag, look: 'text-purchase-text' },
  grant: { Icon: Gift, look: 'text-free-text' },
  seat: { Icon: Armchair, look: 'text-info-text' },
  blocked: { Icon: Ban, look: 'text-danger-text' },
  subscription: { Icon: Repeat2, look: 'text-subscription-text' },
  free: { Icon: Unlock, look: 'text-free-text' },
  parts: { Icon: Unlock, look: 'text-free-text' },
  administrator: { Icon: ShieldCheck, look: 'text-warning-text' },
};

function columnsFor({ userId, firstName }: AccessListProps): DataTableColumn<OpenResource>[] {
  return [
    {
      key: 'resource',
      header: 'Resource',
      kind: 'subject',
      cell: ({ resourceId, title }) => (
        <Link to="/resource/$id" params={{ id: String(resourceId) }} className="wrap-anywhere hover:underline">
          {title}
        </Link>
      ),
    },
    { key: 'reason', header: 'Reason', cell: (open) => <Reason open={open} firstName={firstName} /> },
    { key: 'access', header: 'Access', cell: (open) => <span className="whitespace-nowrap">{untilText(open)}</span> },
    { key: 'actions', header: 'Actions', kind: 'actions', cell: (open) => <Action userId={userId} open={open} /> },
  ];
}

function Reason({ open, firstName }: { open: OpenResource; firstName: string }) {
  const { Icon, look } = looks[open.reason];
  const details = reasonDetails(open, firstName);
  return (
    <span className="flex flex-col max-md:items-end">
      <span className={classes('inline-flex items-center gap-1.5 font-semibold', look)}>
        <Icon size={14} />
        {reasonLabels[open.reason]}
      </span>
      {details ? <span className="text-xs wrap-anywhere text-muted-foreground">{details}</span> : null}
    </span>
  );
}

function Action({ userId, open: { reason, id, resourceId, title } }: { userId: number; open: OpenResource }) {
  const of = { userId, title, variant: 'ghost' } as const;
  if (reason === 'grant' && id !== null) return <RevokeButton {...of} grantId={id} />;
  if (reason === 'purchase' && id !== null) return <RemovePurchaseButton {...of} purchaseId={id} />;
  if (reason === 'subscription') return <BlockButton {...of} resourceId={resourceId} />;
  return reason === 'blocked' ? <UnblockButton {...of} resourceId={resourceId} /> : null;
}
