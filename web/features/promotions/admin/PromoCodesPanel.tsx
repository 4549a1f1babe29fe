import { useQuery } from '@tanstack/react-query';
import { Plus, ScrollText } from 'lucide-react';
import { promoTypes } from '#contract/promotions-form.ts';
import { FilterSelect } from '../../../admin/FilterSelect.tsx';
import { ListPanel } from '../../../admin/ListPanel.tsx';
import { OpenButton } from '../../../admin/lazy-dialog.tsx';
import { listSearch, useList } from '../../../admin/list-state.ts';
import { choice, setting, text } from '../../../platform/search.ts';
import { Button } from '../../../ui/Button.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { promoCodes } from './api.ts';
import { promoTypeNames } from './display.ts';
import { PromoCodeTable, promoCodeDialog } from './PromoCodeTable.tsx';
import { UsageLogs } from './UsageLogs.tsx';

const listed = listSearch(
  { search: text, promoType: choice(promoTypes) },
  { view: setting(['codes', 'usage-logs'], 'codes') },
);

const usePromoList = () => useList(listed);

/** The list of the tab: the codes or the usage logs. */
export type PromoList = ReturnType<typeof usePromoList>;

/** The administrator's promo codes and, behind a button, their redemptions (ADM-PROMO-01, ADM-PROMO-02). */
export function PromoCodesPanel() {
  const list = usePromoList();
  return list.state.view === 'codes' ? <PromoCodes list={list} /> : <UsageLogs list={list} />;
}

function PromoCodes({ list }: { list: PromoList }) {
  const codes = useQuery(promoCodes(list.query));
  const { search, promoType } = list.state;
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
          className="min-w-44 max-sm:flex-1"
          value={promoType}
          onChange={(next) => list.narrow({ promoType: next })}
        />
        <Button variant="outline" onClick={() => list.narrow({ view: 'usage-logs', search: '', promoType: null })}>
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
        {(items) => <PromoCodeTable codes={items} now={codes.dataUpdatedAt} />}
      </ListPanel>
    </div>
  );
}
