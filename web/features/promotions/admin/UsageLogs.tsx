import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { PromoRedemption } from '#contract/promotions-admin.ts';
import { PromoTableSkeleton } from '../../../admin/TableSkeleton.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { DataTable, type DataTableColumn } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadError } from '../../../ui/LoadError.tsx';
import { useHeadingFocus } from '../../../ui/PageHeading.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { promoPageSize, promoRedemptions } from './api.ts';
import { dateTime, shownText } from './display.ts';
import type { PromoPart } from './PromoCodes.tsx';

const columns: DataTableColumn<PromoRedemption>[] = [
  {
    key: 'user',
    header: 'User',
    kind: 'subject',
    cell: ({ userName, userEmail }) => (
      <span className="flex flex-col">
        {userName}
        <span className="text-xs font-normal text-muted-foreground">{userEmail ?? 'Account deleted'}</span>
      </span>
    ),
  },
  {
    key: 'code',
    header: 'Code',
    cell: ({ promoCodeCode }) => <span className="font-mono wrap-anywhere">{promoCodeCode}</span>,
  },
  { key: 'redeemed', header: 'Redeemed', cell: ({ redeemedAt }) => dateTime(redeemedAt) },
  {
    key: 'subscription',
    header: 'Subscription',
    cell: ({ stripeSubscriptionId }) => (
      <span className="text-xs wrap-anywhere text-muted-foreground">{stripeSubscriptionId ?? 'Being started'}</span>
    ),
  },
];

/** Who redeemed which code, newest first (ADM-PROMO-02). */
export function UsageLogs({ state, onChange }: PromoPart) {
  const heading = useHeadingFocus('usage-logs');

  function goBack() {
    onChange({ ...state, isLogs: false, page: 1 });
    // The pressed button goes with the logs.
    document.querySelector<HTMLElement>('main h1')?.focus();
  }

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="outline" size="small" onClick={goBack}>
          <ArrowLeft size={16} />
          Back
        </Button>
        <h2 ref={heading} tabIndex={-1}>
          Usage Logs
        </h2>
      </div>
      <RedemptionList state={state} onChange={onChange} />
    </div>
  );
}

function RedemptionList({ state, onChange }: PromoPart) {
  const { data, isPending, isError, isFetching, isPlaceholderData, refetch } = useQuery(promoRedemptions(state.page));
  if (isPending) return <PromoTableSkeleton label="Loading usage logs" />;
  if (isError) {
    return (
      <LoadError
        title="Failed to fetch usage logs"
        description="Nothing was changed. Check your connection, then try again."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const { items, totalCount } = data;
  if (items.length === 0) {
    return (
      <EmptyState title="No redemptions yet" description="Each redeemed code appears here with who redeemed it." />
    );
  }
  return (
    <div>
      <Card isPadded={false} aria-busy={isPlaceholderData} className="overflow-hidden aria-busy:opacity-60">
        <DataTable caption="Redemptions" columns={columns} rows={items} rowKey={({ id }) => id} />
      </Card>
      <p role="status" className="mt-3 text-sm text-muted-foreground">
        {shownText(items.length, totalCount, 'redemption')}
      </p>
      <Pagination
        page={state.page}
        pageCount={Math.ceil(totalCount / promoPageSize)}
        onPageChange={(page) => onChange({ ...state, page }, { keepScroll: false })}
        label="Pages of redemptions"
      />
    </div>
  );
}
