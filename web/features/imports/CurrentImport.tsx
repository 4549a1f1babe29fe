import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Import } from '#contract/imports.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { refreshCatalogue } from '../publishing/api.ts';
import { importQuery, useImportStep } from './api.ts';
import {
  affected,
  canImport,
  counted,
  type ImportAddress,
  importStatusText,
  isWorking,
  outcomeOf,
  percentOf,
  stateNames,
  stateTones,
} from './display.ts';
import { ImportProblems } from './ImportProblems.tsx';

type Filter = Pick<ImportAddress, 'severity' | 'field' | 'page'>;
type CurrentImportProps = { id: number; filter: Filter; onFilter: (part: Partial<Filter>) => void };

/** One import: progress, findings and actions. */
export function CurrentImport({ id, filter, onFilter }: CurrentImportProps) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(importQuery(id));
  useRefreshWhenDone(data?.state);
  if (isPending) return <Skeleton className="h-48 w-full rounded-lg!" />;
  if (isError) {
    return (
      <LoadError
        title="Failed to fetch the import"
        description="Nothing was changed. Check your connection, then try again."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const hasProblems = data.problemCount + data.warningCount > 0;
  return (
    <Card isPadded={false} className="overflow-hidden">
      <div className="flex flex-col gap-4 p-5 lg:p-6">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <h2 className="min-w-0 wrap-anywhere">{data.fileName}</h2>
          <Badge tone={stateTones[data.state]}>{stateNames[data.state]}</Badge>
        </div>
        <p role="status" className="sr-only">
          {importStatusText(data)}
        </p>
        <ImportStatus one={data} />
        <Steps one={data} />
      </div>
      {hasProblems ? <ImportProblems one={data} filter={filter} onFilter={onFilter} /> : null}
    </Card>
  );
}

/** Refreshes every list of resources once, when an import on screen ends. */
function useRefreshWhenDone(state: Import['state'] | undefined) {
  const client = useQueryClient();
  const former = useRef(state);
  useEffect(() => {
    if (former.current === 'importing' && state === 'done') void refreshCatalogue(client);
    former.current = state;
  }, [state, client]);
}

function ImportStatus({ one }: { one: Import }) {
  if (isWorking(one)) {
    const label = one.state === 'checking' ? `Checking ${one.fileName}` : `Importing ${one.fileName}`;
    return (
      <div className="flex flex-col gap-2">
        <ProgressBar percent={percentOf(one)} label={label} />
        <p className="text-sm text-muted-foreground tabular-nums">{workWords(one)}</p>
      </div>
    );
  }
  return (
    <>
      {one.state === 'done' ? <Banner tone="success">Imported: {outcomeOf(one)}.</Banner> : null}
      {one.failure ? <Banner tone="danger">{one.failure}</Banner> : null}
      {one.state === 'cancelled' ? (
        <Banner>This import was cancelled. Nothing of it is in the catalogue.</Banner>
      ) : null}
      {one.state === 'checked' ? <Verdict one={one} /> : null}
      {one.state === 'done' ? null : <Counts one={one} />}
    </>
  );
}

function workWords({ state, rowCount, progress }: Import): string {
  if (state === 'checking') return `${counted(rowCount, 'row')} checked so far. You may leave this screen.`;
  const done = progress.done.toLocaleString('en-GB');
  return `${done} of ${counted(progress.total, 'resource')} written. You may leave this screen.`;
}

function Verdict({ one }: { one: Import }) {
  if (one.problemCount > 0) {
    return (
      <Banner tone="danger">
        {counted(one.problemCount, 'problem')}: nothing can be imported yet, and nothing was changed. Correct the file
        and upload it again.
      </Banner>
    );
  }
  if (affected(one) === 0) return <Banner tone="success">The catalogue says the same as this file already.</Banner>;
  return <Banner tone="success">No problems. Nothing was changed yet.</Banner>;
}

function Counts({ one }: { one: Import }) {
  const counts = [
    ['New', one.newCount],
    ['Changed', one.changedCount],
    ['As before', one.unchangedCount],
    ['Problems', one.problemCount],
    ['Warnings', one.warningCount],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {counts.map(([name, count]) => (
        <div key={name} className="flex flex-col-reverse rounded-md border border-border px-4 py-3">
          <dt className="text-sm text-muted-foreground">{name}</dt>
          <dd className="font-display text-2xl leading-8.5 font-semibold tabular-nums">
            {count.toLocaleString('en-GB')}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Steps({ one }: { one: Import }) {
  const running = useImportStep(one, 'run');
  const checking = useImportStep(one, 'check');
  const cancelling = useImportStep(one, 'cancel');
  const run = useSingleRun(() => running.mutateAsync());
  const check = useSingleRun(() => checking.mutateAsync());
  const cancel = useSingleRun(() => cancelling.mutateAsync());
  const canCheck = one.hasFile && ['checked', 'failed', 'cancelled'].includes(one.state);
  const canCancel = isWorking(one) || one.state === 'checked';
  if (!canCheck && !canCancel) return null;
  return (
    <div className="flex flex-wrap gap-3 max-sm:flex-col">
      {canImport(one) ? (
        <Button isBusy={running.isPending} onClick={() => void run()}>
          Import {counted(affected(one), 'resource')}
        </Button>
      ) : null}
      {canCheck ? (
        <Button variant="outline" isBusy={checking.isPending} onClick={() => void check()}>
          Check again
        </Button>
      ) : null}
      {canCancel ? (
        <Button variant="outline" isBusy={cancelling.isPending} onClick={() => void cancel()}>
          {isWorking(one) ? 'Cancel' : 'Discard'}
        </Button>
      ) : null}
    </div>
  );
}
