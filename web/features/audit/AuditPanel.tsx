import { useQuery } from '@tanstack/react-query';
import { TableSkeleton } from '../../admin/TableSkeleton.tsx';
import { paths } from '../../paths.ts';
import { useAddressState } from '../../platform/address-state.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
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
  const query = useQuery(auditEntries(state));
  return (
    <Loaded
      query={query}
      skeleton={<TableSkeleton label="Loading the audit log" />}
      failure="The audit log did not load"
      safe="The entries could not be read. Nothing has changed in them."
    >
      {({ items, totalCount, isMinimum }) => {
        const last = items.at(-1);
        if (!last) return <NoEntries onClear={onClear} />;
        return (
          <div className="flex flex-col gap-4">
            <p role="status" className="text-sm text-muted-foreground">
              {foundText(totalCount, isMinimum)}
            </p>
            <Card isPadded={false} aria-busy={query.isPlaceholderData} className="overflow-hidden aria-busy:opacity-60">
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
      }}
    </Loaded>
  );
}

function NoEntries({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No entries found"
      description="No audit entries match these filters."
      action={
        <Button variant="outline" onClick={onClear}>
          Clear search and filters
        </Button>
      }
    />
  );
}
