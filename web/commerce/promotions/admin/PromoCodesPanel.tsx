import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Plus, ScrollText } from 'lucide-react';
import type { PromoRedemption } from '#contract/commerce/promotions-admin.ts';
import { dense } from '#web/admin/dense.ts';
import { FilterSelect } from '#web/admin/FilterSelect.tsx';
import { ListPanel } from '#web/admin/ListPanel.tsx';
import { ListTools, useColumns } from '#web/admin/ListTools.tsx';
import { useList } from '#web/admin/list-state.ts';
import { OpenButton } from '#web/admin/OpenButton.tsx';
import { dateAndTime } from '#web/dates.ts';
import { Button } from '#web/ui/Button.tsx';
import { DataTable, type DataTableColumn } from '#web/ui/DataTable.tsx';
import { focusHeading, useHeadingFocus } from '#web/ui/PageHeading.tsx';
import { SearchBox } from '#web/ui/SearchBox.tsx';
import { promoCodes, promoCodesCsv, promoRedemptions } from './api.ts';
import { promoColumnNames } from './display.ts';
import { promoList, promoTypeNames } from './list-display.ts';
import { PromoCodeTable, promoCodeDialog } from './PromoCodeTable.tsx';

const usePromoList = () => useList(promoList);

type PromoList = ReturnType<typeof usePromoList>;

/** The administrator's promo codes and, behind a button, their redemptions (ADM-PROMO-01, ADM-PROMO-02). */
export function PromoCodesPanel() {
  const list = usePromoList();
  return list.state.view === 'codes' ? <PromoCodes list={list} /> : <UsageLogs list={list} />;
}

function PromoCodes({ list }: { list: PromoList }) {
  const codes = useQuery(promoCodes(list.query));
  const { search, promoType } = list.state;
  const chosen = useColumns('promo-codes', promoColumnNames, ['type', 'gift', 'used', 'expires', 'state']);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-3">
        <SearchBox
          label="Search promo codes"
          placeholder="Search by code or description"
          value={search}
          onSearch={(next) => list.narrow({ search: next }, { replace: true })}
        />
        <FilterSelect
          label="Filter by type"
          all="All types"
          names={promoTypeNames}
          className="min-w-40 max-sm:flex-1"
          value={promoType}
          onChange={(next) => list.narrow({ promoType: next })}
        />
        <ListTools
          columns={chosen}
          csv={promoCodesCsv({ search, promoType: promoType ?? undefined }, chosen.shown)}
          found={codes.data}
          noun="promo codes"
        />
        <Button
          variant="outline"
          onClick={() => list.narrow({ view: 'usage-logs', search: '', promoType: null }, { keepScroll: false })}
        >
          <ScrollText size={18} />
          Usage Logs
        </Button>
        <OpenButton dialog={promoCodeDialog} className="max-sm:flex-1">
          <Plus size={18} />
          Create Promo Code
        </OpenButton>
      </div>
      <ListPanel
        list={list}
        query={codes}
        noun={['promo code', 'promo codes']}
        none={{
          title: 'No promo codes yet',
          description: 'A code gives members free days, a lower price, or both.',
        }}
        noMatch={{
          title: 'No promo codes found',
          description: 'Try another word, or all types.',
          clear: 'Show all promo codes',
        }}
      >
        {(items) => <PromoCodeTable codes={items} now={codes.dataUpdatedAt} shown={chosen.shown} />}
      </ListPanel>
    </div>
  );
}

const columns: DataTableColumn<PromoRedemption>[] = [
  {
    key: 'user',
    header: 'User',
    kind: 'subject',
    text: ({ userName }) => userName,
    cell: ({ userName, userEmail }) => (
      <span className="flex flex-col wide:inline">
        <span translate="no">{userName}</span>
        <span
          translate={userEmail === null ? undefined : 'no'}
          className="text-xs font-normal text-muted-foreground wide:hidden"
        >
          {userEmail ?? 'Account deleted'}
        </span>
      </span>
    ),
  },
  {
    key: 'email',
    header: 'Email',
    isWide: true,
    text: ({ userEmail }) => userEmail ?? '',
    cell: ({ userEmail }) => (userEmail === null ? 'Account deleted' : <span translate="no">{userEmail}</span>),
  },
  {
    key: 'code',
    header: 'Code',
    cell: ({ promoCodeCode }) => (
      <span translate="no" className="font-mono wrap-anywhere">
        {promoCodeCode}
      </span>
    ),
  },
  { key: 'redeemed', header: 'Redeemed', cell: ({ redeemedAt }) => dateAndTime(redeemedAt) },
  {
    key: 'subscription',
    header: 'Used for',
    text: ({ resource, stripeSubscriptionId }) => resource ?? stripeSubscriptionId ?? '',
    cell: ({ resource, stripeSubscriptionId }) => (
      <span className="text-xs wrap-anywhere text-muted-foreground">
        {resource ?? stripeSubscriptionId ?? 'Being started'}
      </span>
    ),
  },
];

const nothingRedeemed = {
  title: 'No redemptions yet',
  description: 'Each redeemed code appears here with who redeemed it.',
};

/** The redemptions of all codes with their members, newest first (ADM-PROMO-02). */
function UsageLogs({ list }: { list: PromoList }) {
  const redemptions = useQuery(promoRedemptions(list.state.page));
  const heading = useHeadingFocus('usage-logs');

  function goBack() {
    list.narrow({ view: 'codes' }, { keepScroll: false });
    // The pressed button disappears with the logs, so the focus must move.
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
        {(items) => (
          <DataTable dense={dense} caption="Redemptions" columns={columns} rows={items} rowKey={({ id }) => id} />
        )}
      </ListPanel>
    </div>
  );
}
