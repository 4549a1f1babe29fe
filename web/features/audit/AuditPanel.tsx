import { useQuery } from '@tanstack/react-query';
import { PromoTableSkeleton } from '../../admin/TableSkeleton.tsx';
import { paths } from '../../paths.ts';
import { useAddressState } from '../../platform/address-state.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditRow } from './AuditRow.tsx';
import { type AuditState, allEntries, auditQueryOf, readAuditState } from './address-display.ts';
import { auditEntries, auditPageSize } from './api.ts';
import { foundText } from './display.ts';

/** The audit log with its filters. */
export function AuditPanel() {
  const [state, change] = useAddressState({
    read: readAuditState,
    addressOf: (next) => paths.adminAudit(auditQueryOf(next)),
  });
  return (
    <div className="flex flex-col gap-6">
      <AuditFilters
        state={state}
        onNarrow={(part, replace = false) => change({ ...state, ...part, before: null }, { replace })}
      />
      <Entries
        state={state}
        onBefore={(before) => change({ ...state, before }, { keepScroll: false })}
        onClear={() => change(allEntries, { replace: true })}
      />
    </div>
  );
}

type EntriesProps = { state: AuditState; onBefore: (before: number | null) => void; onClear: () => void };

function Entries({ state, onBefore, onClear }: EntriesProps) {
  const { data, isPending, isError, isFetching, isPlaceholderData, refetch } = useQuery(auditEntries(state));
  if (isPending) return <PromoTableSkeleton label="Loading the audit log" />;
  if (isError) {
    return (
      <LoadError
        title="The audit log did not load"
        description="The entries could not be read. Nothing has changed in them."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const { items, totalCount, isMinimum } = data;
  const last = items.at(-1);
  if (!last) {
    return (
      <EmptyState
        title="No entries found"
        description="Nothing that was written down fits these filters."
        action={
          <Button variant="outline" onClick={onClear}>
            Clear search and filters
          </Button>
        }
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-sm text-muted-foreground">
        {foundText(totalCount, isMinimum)}
      </p>
      <Card isPadded={false} aria-busy={isPlaceholderData} className="overflow-hidden aria-busy:opacity-60">
        <ul aria-label="Entries" className="lines-between">
          {items.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </ul>
      </Card>
      <nav aria-label="Pages of the audit log" className="flex flex-wrap justify-center gap-3">
        {state.before === null ? null : (
          <Button variant="outline" onClick={() => onBefore(null)}>
            Newest Entries
          </Button>
        )}
        {items.length < auditPageSize ? null : (
          <Button variant="outline" onClick={() => onBefore(last.id)}>
            Older Entries
          </Button>
        )}
      </nav>
    </div>
  );
}
