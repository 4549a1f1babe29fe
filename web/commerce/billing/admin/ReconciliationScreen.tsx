import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { Discrepancy, Reconciliation, Waiting } from '#contract/commerce/reconciliation.ts';
import { dateAndTime } from '#web/dates.ts';
import { AdminPage } from '#web/identity/accounts/AdminOnly.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DataTable, type DataTableColumn } from '#web/ui/DataTable.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { reconciliationQuery, useRetryWaiting, useStartReconciliation } from './api.ts';
import { Disputes } from './Disputes.tsx';
import { comparedSentence, discrepancyNames, waitingNames } from './display.ts';
import { RefundRequests } from './RefundRequests.tsx';

export function ReconciliationScreen() {
  return (
    <AdminPage
      title="Reconciliation"
      subtitle="Payments, subscriptions and access here, compared with the payment provider every hour."
    >
      <ReconciliationPanel />
    </AdminPage>
  );
}

/** Results of the comparison with the payment provider, and the work that waits for a person. */
function ReconciliationPanel() {
  const query = useQuery(reconciliationQuery);
  return (
    <Loaded
      query={query}
      skeleton={<LoadingPanel />}
      failure="Failed to fetch the reconciliation"
      safe="Nothing was changed. Check your connection, then try again."
    >
      {({ lastRun, waiting, discrepancies }) => (
        <div className="flex flex-col gap-6">
          <LastRun run={lastRun} isBusy={query.isFetching} onRefresh={() => void query.refetch()} />
          <Disputes />
          <RefundRequests />
          <WaitingWork waiting={waiting} />
          <Discrepancies discrepancies={discrepancies} />
        </div>
      )}
    </Loaded>
  );
}

function LoadingPanel() {
  return (
    <Card role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading the reconciliation</span>
      <Skeleton className="h-6 w-56" />
      <Skeleton className="h-4 w-96 max-w-full" />
      <Skeleton className="h-4 w-80 max-w-full" />
    </Card>
  );
}

type LastRunProps = { run: Reconciliation['lastRun']; isBusy: boolean; onRefresh: () => void };

function LastRun({ run, isBusy, onRefresh }: LastRunProps) {
  const starting = useStartReconciliation();
  return (
    <Card className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0">
        <h2>Last comparison</h2>
        {run ? <RunFacts run={run} /> : <p className="mt-2 text-sm text-muted-foreground">None has been made yet.</p>}
      </div>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:[&>*]:flex-1">
        <Button variant="outline" size="small" isBusy={isBusy} onClick={onRefresh}>
          {isBusy ? null : <RotateCw size={16} />}
          Refresh
        </Button>
        <Button size="small" isBusy={starting.isPending} onClick={() => starting.mutate()}>
          Compare now
        </Button>
      </div>
    </Card>
  );
}

function RunFacts({ run }: { run: NonNullable<Reconciliation['lastRun']> }) {
  const { startedAt, finishedAt, error } = run;
  return (
    <div className="mt-2 flex flex-col gap-2 text-sm text-muted-foreground">
      <p>
        {finishedAt ? `Finished on ${dateAndTime(finishedAt)}.` : `Started on ${dateAndTime(startedAt)}, not finished.`}{' '}
        {comparedSentence(run)}
      </p>
      {error ? <Banner tone="warning">It stopped: {error}</Banner> : null}
    </div>
  );
}

const waitingColumns: DataTableColumn<Waiting>[] = [
  {
    key: 'title',
    header: 'What',
    kind: 'subject',
    cell: ({ title }) => <span className="wrap-anywhere">{title}</span>,
  },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => <Badge tone="warning">{waitingNames[kind]}</Badge> },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => <span className="wrap-anywhere">{reason || '–'}</span> },
  { key: 'since', header: 'Since', cell: ({ since }) => <span className="tabular-nums">{dateAndTime(since)}</span> },
  { key: 'actions', header: 'Actions', kind: 'actions', cell: (waiting) => <RetryButton waiting={waiting} /> },
];

function WaitingWork({ waiting }: { waiting: readonly Waiting[] }) {
  return (
    <Card isPadded={false} className="overflow-hidden">
      <h2 className="px-5 pt-5 pb-3 lg:px-6">Needs attention</h2>
      {waiting.length === 0 ? (
        <p className="px-5 pb-6 text-sm text-muted-foreground lg:px-6">
          Nothing needs attention: every event is handled, every email is sent and every refund is made.
        </p>
      ) : (
        <DataTable
          caption="Needs attention"
          columns={waitingColumns}
          rows={waiting}
          rowKey={({ kind, id }) => `${kind} ${id}`}
        />
      )}
    </Card>
  );
}

const discrepancyColumns: DataTableColumn<Discrepancy>[] = [
  {
    key: 'details',
    header: 'Found',
    kind: 'subject',
    cell: ({ details, subject }) => (
      <span className="flex min-w-0 flex-col">
        <span className="wrap-anywhere">{details}</span>
        <span translate="no" className="font-mono text-xs font-normal wrap-anywhere text-muted-foreground">
          {subject}
        </span>
      </span>
    ),
  },
  {
    key: 'kind',
    header: 'Kind',
    cell: ({ kind, isInLastRun }) => <Badge tone={isInLastRun ? 'warning' : 'neutral'}>{discrepancyNames[kind]}</Badge>,
  },
  { key: 'member', header: 'Member', cell: ({ member }) => <span translate="no">{member ?? '–'}</span> },
  { key: 'outcome', header: 'What was done', cell: ({ outcome }) => outcome },
  {
    key: 'found',
    header: 'Found on',
    cell: ({ foundAt }) => <span className="tabular-nums">{dateAndTime(foundAt)}</span>,
  },
];

function Discrepancies({ discrepancies }: { discrepancies: readonly Discrepancy[] }) {
  return (
    <Card isPadded={false} className="overflow-hidden">
      <h2 className="px-5 pt-5 lg:px-6">Found in the last 30 days</h2>
      <p className="px-5 pt-1 pb-3 text-sm text-muted-foreground lg:px-6">
        Findings of the last comparison are coloured.
      </p>
      {discrepancies.length === 0 ? (
        <p className="px-5 pb-6 text-sm text-muted-foreground lg:px-6">
          No differences: the portal and the payment provider agree.
        </p>
      ) : (
        <DataTable caption="Findings" columns={discrepancyColumns} rows={discrepancies} rowKey={({ id }) => id} />
      )}
    </Card>
  );
}

/** Button that retries an event or a mail. For other waiting work a person must look at the provider. */
function RetryButton({ waiting: { kind, id, title } }: { waiting: Waiting }) {
  const retrying = useRetryWaiting();
  if (kind !== 'event' && kind !== 'mail') {
    return <span className="p-2 text-muted-foreground">Please check it in Stripe</span>;
  }
  return (
    <Button variant="ghost" size="small" isBusy={retrying.isPending} onClick={() => retrying.mutate({ kind, id })}>
      Try again<VisuallyHidden> {title}</VisuallyHidden>
    </Button>
  );
}
