import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, RotateCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { FailedJob, RetryingJob, SystemCheck, SystemLane, SystemNode } from '#contract/operations/system.ts';
import { DeleteDialog } from '#web/admin/DeleteDialog.tsx';
import { TableCard } from '#web/admin/TableCard.tsx';
import { dateAndTime } from '#web/dates.ts';
import { AdminPage } from '#web/identity/accounts/AdminOnly.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import type { DataTableColumn } from '#web/ui/DataTable.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { focusHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { checksQuery, systemQuery, useDropJob, useRetryJob } from './api.ts';
import { durationText, factsOf, isWell, laneNames, stateText } from './display.ts';

/** Screen with the state of the installation (SYS-01). */
export function SystemScreen() {
  return (
    <AdminPage title="System" subtitle="Nodes, database, jobs and the services that the portal uses.">
      <SystemPanel />
    </AdminPage>
  );
}

function SystemPanel() {
  const query = useQuery(systemQuery);
  return (
    <Loaded
      query={query}
      skeleton={<LoadingPanel />}
      failure="Failed to fetch the state of the system"
      safe="Nothing was changed. Check your connection, then try again."
    >
      {(system) => (
        <div className="flex flex-col gap-6">
          <Card className="flex flex-col gap-4">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h2>Installation</h2>
              <Button variant="outline" size="small" isBusy={query.isFetching} onClick={() => void query.refetch()}>
                {query.isFetching ? null : <RotateCw size={16} />}
                Refresh
              </Button>
            </div>
            <Facts facts={factsOf(system)} />
          </Card>
          {system.retryingJobs.length > 0 ? (
            <TableCard
              title="Jobs that failed and are tried again"
              emptyText=""
              columns={retryingJobColumns}
              rows={system.retryingJobs}
              rowKey={({ id }) => id}
            />
          ) : null}
          <FailedJobs jobs={system.failedJobs} total={system.lanes.reduce((sum, { failed }) => sum + failed, 0)} />
          <TableCard title="Jobs by lane" columns={laneColumns} rows={system.lanes} rowKey={({ lane }) => lane} />
          <TableCard
            title="Nodes"
            emptyText="No node has reported in the last day."
            columns={nodeColumns}
            rows={system.nodes}
            rowKey={({ name, startedAt }) => `${name} ${startedAt}`}
          />
          <Checks />
        </div>
      )}
    </Loaded>
  );
}

function LoadingPanel() {
  return (
    <Card role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading the state of the system</span>
      <Skeleton className="h-6 w-56" />
      <Skeleton className="h-4 w-96 max-w-full" />
      <Skeleton className="h-4 w-80 max-w-full" />
    </Card>
  );
}

const countColumn = (key: 'waiting' | 'running' | 'retrying' | 'scheduled' | 'failed', header: string) => ({
  key,
  header,
  align: 'end' as const,
  cell: (lane: SystemLane) => <span className="tabular-nums">{lane[key].toLocaleString('en-GB')}</span>,
});

const laneColumns: DataTableColumn<SystemLane>[] = [
  { key: 'lane', header: 'Lane', kind: 'subject', cell: ({ lane }) => laneNames[lane] },
  countColumn('waiting', 'Waiting'),
  countColumn('running', 'Running'),
  countColumn('retrying', 'Retrying'),
  countColumn('scheduled', 'Scheduled'),
  countColumn('failed', 'Failed'),
  {
    key: 'oldest',
    header: 'Longest wait',
    align: 'end',
    cell: ({ oldestSeconds }) => <span className="tabular-nums">{durationText(oldestSeconds)}</span>,
  },
];

const roleNames: Record<string, string> = { all: 'Pages and jobs', web: 'Pages', worker: 'Jobs' };

const nodeColumns: DataTableColumn<SystemNode>[] = [
  { key: 'name', header: 'Node', kind: 'subject', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  {
    key: 'state',
    header: 'State',
    cell: (node) => <Badge tone={isWell(node) ? 'success' : 'warning'}>{stateText(node)}</Badge>,
  },
  { key: 'role', header: 'Does', cell: ({ role }) => roleNames[role] ?? role },
  { key: 'version', header: 'Version', cell: ({ version }) => version },
  {
    key: 'seen',
    header: 'Last seen',
    cell: ({ lastSeenAt }) => <span className="tabular-nums">{dateAndTime(lastSeenAt)}</span>,
  },
];

const checkLooks = {
  ok: { tone: 'success', icon: <CircleCheck size={14} />, label: 'OK' },
  warning: { tone: 'warning', icon: <TriangleAlert size={14} />, label: 'Warning' },
  wrong: { tone: 'danger', icon: <CircleAlert size={14} />, label: 'Wrong' },
} as const;

const checkColumns: DataTableColumn<SystemCheck>[] = [
  { key: 'what', header: 'Service', kind: 'subject', cell: ({ what }) => what },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => {
      const { tone, icon, label } = checkLooks[state];
      return (
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
      );
    },
  },
  { key: 'sentence', header: 'Found', cell: ({ sentence }) => <span className="wrap-anywhere">{sentence}</span> },
];

/** Checks of `npm run check`. They run only when an administrator asks, because they call every service (SYS-05). */
function Checks() {
  const query = useQuery(checksQuery);
  return (
    <TableCard
      title="Checks"
      note="Asks every service that the settings name, as npm run check does."
      actions={
        <Button variant="outline" size="small" isBusy={query.isFetching} onClick={() => void query.refetch()}>
          Run checks
        </Button>
      }
      emptyText={query.isError ? 'The checks could not be run. Nothing was changed: try again.' : 'Not run yet.'}
      columns={checkColumns}
      rows={query.isError ? [] : (query.data ?? [])}
      rowKey={({ what }) => what}
    />
  );
}

/** Jobs that have used up their attempts and wait for a person (SYS-03). */
function FailedJobs({ jobs, total }: { jobs: readonly FailedJob[]; total: number }) {
  const note = total > jobs.length ? `The newest ${jobs.length} of ${total.toLocaleString('en-GB')}.` : undefined;
  return (
    <TableCard
      title="Failed jobs"
      {...(note && { note })}
      emptyText="No job has failed."
      columns={failedJobColumns}
      rows={jobs}
      rowKey={({ id }) => id}
    />
  );
}

const jobColumns: DataTableColumn<Pick<FailedJob, 'task' | 'keys' | 'lane' | 'reason'>>[] = [
  {
    key: 'task',
    header: 'Job',
    kind: 'subject',
    cell: ({ task, keys }) => (
      <span className="flex min-w-0 flex-col">
        <span className="wrap-anywhere">{task}</span>
        <span translate="no" className="font-mono text-xs font-normal wrap-anywhere text-muted-foreground">
          {keys.join(', ')}
        </span>
      </span>
    ),
  },
  { key: 'lane', header: 'Lane', cell: ({ lane }) => lane },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => <span className="wrap-anywhere">{reason || '–'}</span> },
];

const retryingJobColumns: DataTableColumn<RetryingJob>[] = [
  ...jobColumns,
  {
    key: 'attempts',
    header: 'Attempts',
    align: 'end',
    cell: ({ attempts, maxAttempts }) => `${attempts} of ${maxAttempts}`,
  },
  {
    key: 'next',
    header: 'Tried again on',
    cell: ({ nextAt }) => <span className="tabular-nums">{dateAndTime(nextAt)}</span>,
  },
];

const failedJobColumns: DataTableColumn<FailedJob>[] = [
  ...jobColumns,
  { key: 'attempts', header: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
  {
    key: 'failed',
    header: 'Failed on',
    cell: ({ failedAt }) => <span className="tabular-nums">{dateAndTime(failedAt)}</span>,
  },
  { key: 'actions', header: 'Actions', kind: 'actions', cell: (job) => <JobActions job={job} /> },
];

function JobActions({ job: { id, task } }: { job: FailedJob }) {
  const [isDropping, setIsDropping] = useState(false);
  const retrying = useRetryJob();
  const dropping = useDropJob(id);
  const retry = () => retrying.mutateAsync(id).then(focusHeading, () => undefined);
  return (
    <>
      <Button variant="ghost" size="small" isBusy={retrying.isPending} onClick={() => void retry()}>
        Retry<VisuallyHidden> {task}</VisuallyHidden>
      </Button>
      <Button variant="ghost" size="small" onClick={() => setIsDropping(true)}>
        Delete<VisuallyHidden> {task}</VisuallyHidden>
      </Button>
      {isDropping ? (
        <DeleteDialog
          name={`the job ${task}`}
          description="The job does not run again. This cannot be undone."
          deleting={dropping}
          onClose={() => {
            setIsDropping(false);
            focusHeading();
          }}
        />
      ) : null}
    </>
  );
}
