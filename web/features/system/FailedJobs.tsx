import { useState } from 'react';
import type { FailedJob } from '#contract/system.ts';
import { DeleteDialog, focusHeading } from '../../admin/DeleteDialog.tsx';
import { TableCard } from '../../admin/TableCard.tsx';
import { dateAndTime } from '../../dates.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { Button } from '../../ui/Button.tsx';
import type { DataTableColumn } from '../../ui/DataTable.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useDropJob, useRetryJob } from './api.ts';

/** Jobs that have used up their attempts and wait for a person (SYS-03). */
export function FailedJobs({ jobs, total }: { jobs: readonly FailedJob[]; total: number }) {
  const note = total > jobs.length ? `The newest ${jobs.length} of ${total.toLocaleString('en-GB')}.` : undefined;
  return (
    <TableCard
      title="Failed jobs"
      {...(note && { note })}
      emptyText="No job has failed: nothing waits for a person."
      columns={columns}
      rows={jobs}
      rowKey={({ id }) => id}
    />
  );
}

const columns: DataTableColumn<FailedJob>[] = [
  {
    key: 'task',
    header: 'Job',
    kind: 'subject',
    cell: ({ task, keys }) => (
      <span className="flex min-w-0 flex-col">
        <span className="wrap-anywhere">{task}</span>
        <span className="font-mono text-xs font-normal wrap-anywhere text-muted-foreground">{keys.join(', ')}</span>
      </span>
    ),
  },
  { key: 'lane', header: 'Lane', cell: ({ lane }) => lane },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => <span className="wrap-anywhere">{reason || '–'}</span> },
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
  const retry = useSingleRun(async () => {
    await retrying.mutateAsync(id);
    focusHeading();
  });
  return (
    <>
      <Button variant="ghost" size="small" isBusy={retrying.isPending} onClick={() => void retry()}>
        Retry<VisuallyHidden> {task}</VisuallyHidden>
      </Button>
      <Button variant="ghost" size="small" onClick={() => setIsDropping(true)}>
        Drop<VisuallyHidden> {task}</VisuallyHidden>
      </Button>
      {isDropping ? (
        <DeleteDialog
          name={`the job ${task}`}
          description="The job is not done then. This cannot be undone."
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
