import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { PromoTableSkeleton } from '../../../admin/TableSkeleton.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadError } from '../../../ui/LoadError.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { ToolbarSelect } from '../../../ui/Select.tsx';
import { keysOf } from '../../catalogue/display.ts';
import { AddPromoCode } from './AddPromoCode.tsx';
import type { PromoState } from './address.ts';
import { promoCodes, promoPageSize } from './api.ts';
import { promoTypeNames, shownText } from './display.ts';
import { PromoCodeTable } from './PromoCodeTable.tsx';

/** A part of the tab: its state is the address's. */
export type PromoPart = {
  state: PromoState;
  onChange: (next: PromoState, options?: { replace?: boolean; keepScroll?: boolean }) => void;
};

/** Search, type filter and the table of codes. */
export function PromoCodes({ state, onChange }: PromoPart) {
  const narrow = (part: Partial<PromoState>, replace = false) => onChange({ ...state, ...part, page: 1 }, { replace });
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-3">
        <SearchBox
          label="Search promo codes"
          placeholder="Search by code or description"
          value={state.search}
          onSearch={(search) => narrow({ search }, true)}
        />
        <ToolbarSelect
          label="Filter by type"
          className="min-w-44 max-sm:flex-1"
          value={state.promoType ?? ''}
          onChange={({ target }) =>
            narrow({ promoType: keysOf(promoTypeNames).find((type) => type === target.value) ?? null })
          }
        >
          <option value="">All types</option>
          {keysOf(promoTypeNames).map((type) => (
            <option key={type} value={type}>
              {promoTypeNames[type]}
            </option>
          ))}
        </ToolbarSelect>
        <Button variant="outline" onClick={() => narrow({ isLogs: true })}>
          <ScrollText size={18} />
          Usage Logs
        </Button>
        <AddPromoCode />
      </div>
      <PromoCodeList state={state} onChange={onChange} />
    </div>
  );
}

function PromoCodeList({ state, onChange }: PromoPart) {
  const codes = useQuery(promoCodes(state));
  const { data, isPending, isError, isFetching, isPlaceholderData, refetch } = codes;
  if (isPending) return <PromoTableSkeleton label="Loading promo codes" />;
  if (isError) {
    return (
      <LoadError
        title="Failed to fetch promo codes"
        description="Nothing was changed. Check your connection, then try again."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const { items, totalCount } = data;
  if (items.length === 0) return <NoCodes state={state} onChange={onChange} totalCount={totalCount} />;
  return (
    <div>
      <Card isPadded={false} aria-busy={isPlaceholderData} className="overflow-hidden aria-busy:opacity-60">
        <PromoCodeTable codes={items} now={codes.dataUpdatedAt} />
      </Card>
      <p role="status" className="mt-3 text-sm text-muted-foreground">
        {shownText(items.length, totalCount, 'promo code')}
      </p>
      <Pagination
        page={state.page}
        pageCount={Math.ceil(totalCount / promoPageSize)}
        onPageChange={(page) => onChange({ ...state, page }, { keepScroll: false })}
        label="Pages of promo codes"
      />
    </div>
  );
}

function NoCodes({ state, onChange, totalCount }: PromoPart & { totalCount: number }) {
  const isNarrowed = state.search !== '' || state.promoType !== null || totalCount > 0;
  if (!isNarrowed) {
    return (
      <EmptyState title="No promo codes yet" description="A code gives members free days, a lower price, or both." />
    );
  }
  return (
    <EmptyState
      title="No promo codes found"
      description="Try another word, or all types."
      action={
        <Button
          variant="outline"
          onClick={() => onChange({ isLogs: false, search: '', promoType: null, page: 1 }, { replace: true })}
        >
          Show all promo codes
        </Button>
      }
    />
  );
}
