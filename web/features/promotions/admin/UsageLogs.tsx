import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { PromoRedemption } from '#contract/promotions-admin.ts';
import { focusHeading } from '../../../admin/DeleteDialog.tsx';
import { ListPanel } from '../../../admin/ListPanel.tsx';
import { dateAndTime } from '../../../dates.ts';
import { Button } from '../../../ui/Button.tsx';
import { DataTable, type DataTableColumn } from '../../../ui/DataTable.tsx';
import { useHeadingFocus } from '../../../ui/PageHeading.tsx';
import { promoRedemptions } from './api.ts';
import type { PromoList } from './PromoCodesPanel.tsx';

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
  { key: 'redeemed', header: 'Redeemed', cell: ({ redeemedAt }) => dateAndTime(redeemedAt) },
  {
    key: 'subscription',
    header: 'Subscription',
    cell: ({ stripeSubscriptionId }) => (
      <span className="text-xs wrap-anywhere text-muted-foreground">{stripeSubscriptionId ?? 'Being started'}</span>
    ),
  },
];

const nothingRedeemed = {
  title: 'No redemptions yet',
  description: 'Each redeemed code appears here with who redeemed it.',
};

/** The redemptions of all codes with their members, newest first (ADM-PROMO-02). */
export function UsageLogs({ list }: { list: PromoList }) {
  const redemptions = useQuery(promoRedemptions(list.state.page));
  const heading = useHeadingFocus('usage-logs');

  function goBack() {
    list.narrow({ view: 'codes' });
    // The pressed button disappears with the logs.
    focusHeading();
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
      <ListPanel
        list={list}
        query={redemptions}
        noun={['redemption', 'redemptions']}
        failure="Failed to fetch usage logs"
        none={nothingRedeemed}
        noMatch={nothingRedeemed}
      >
        {(items) => <DataTable caption="Redemptions" columns={columns} rows={items} rowKey={({ id }) => id} />}
      </ListPanel>
    </div>
  );
}
