import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CircleCheck, Clock, Download } from 'lucide-react';
import { counted } from '#contract/counted.ts';
import type { Assignment, LearningSummary } from '#contract/learning/learning.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { FilterSelect } from '#web/admin/FilterSelect.tsx';
import { ListPanel } from '#web/admin/ListPanel.tsx';
import { useList } from '#web/admin/list-state.ts';
import { organisationList } from '#web/organisations/organisations/display.ts';
import { useAction } from '#web/platform/action.ts';
import { download } from '#web/platform/download.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DataTable, type DataTableColumn, NoValue } from '#web/ui/DataTable.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { SearchBox } from '#web/ui/SearchBox.tsx';
import { ToolbarSelect } from '#web/ui/Select.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { AssignmentActions } from './AssignmentActions.tsx';
import { assignmentsQuery, fileAddress } from './api.ts';
import { useGiveAttempt } from './attempts-api.ts';
import { attemptsUsedText, dayText, remindersText, statusNames } from './display.ts';

/** Id of the list's heading, to which `OverdueCard` scrolls. */
const assignmentsHeading = 'assignments';

type AssignmentsListProps = { organisation: Organisation; resources: LearningSummary['resources'] };

/** Every assignment with its person, overdue first, and the same list as a file (LEARN-06). */
export function AssignmentsList({ organisation: { id }, resources }: AssignmentsListProps) {
  const list = useList(organisationList);
  const { status, assigned, search, page } = list.state;
  const resourceId = /^[1-9]\d{0,8}$/.test(assigned) ? Number(assigned) : undefined;
  const sought = { status: status ?? undefined, resourceId, search: search || undefined };
  const exporting = useAction({
    send: () => download(fileAddress(id, sought)),
    failed: 'The file was not downloaded',
  });
  const columns: DataTableColumn<Assignment>[] = [
    { key: 'person', header: 'Person', kind: 'subject', cell: (row) => <PersonCell {...row} /> },
    { key: 'resource', header: 'Resource', cell: ({ title }) => <span className="wrap-anywhere">{title}</span> },
    { key: 'status', header: 'Status', cell: (row) => <Status {...row} /> },
    {
      key: 'due',
      header: 'Next due',
      cell: ({ dueOn }) =>
        dueOn === null ? <NoValue /> : <span className="whitespace-nowrap tabular-nums">{dayText(dueOn)}</span>,
    },
    {
      key: 'completed',
      header: 'Completed',
      cell: ({ completedAt, isEarlierVersion }) =>
        completedAt === null ? (
          <NoValue />
        ) : (
          <span className="flex flex-col">
            <span className="whitespace-nowrap tabular-nums">{dayText(completedAt)}</span>
            {isEarlierVersion ? <span className="text-xs text-muted-foreground">on an earlier version</span> : null}
          </span>
        ),
    },
    { key: 'check', header: 'Check', cell: (row) => <CheckCell {...row} /> },
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: ({ id: assignmentId, title, name, dueOn, check, status }) => (
        <>
          {check && !check.passed && check.attempts > 0 && status !== 'completed' ? (
            <GiveAttempt organisationId={id} assignmentId={assignmentId} title={title} name={name} />
          ) : null}
          <AssignmentActions organisationId={id} which={{ assignmentId }} title={title} name={name} dueOn={dueOn} />
        </>
      ),
    },
  ];
  return (
    <section aria-labelledby={assignmentsHeading} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={assignmentsHeading} className="scroll-mt-6">
          Assignments
        </h2>
        <Button variant="ghost" size="small" onClick={() => exporting.mutate()}>
          <Download size={16} />
          Export CSV
        </Button>
      </div>
      <div className="flex flex-wrap gap-3">
        <div className="w-full sm:max-w-80">
          <SearchBox
            label="Search assignments"
            placeholder="Search by name or email"
            value={search}
            onSearch={(next) => list.narrow({ search: next }, { replace: true })}
          />
        </div>
        <FilterSelect
          label="Filter by status"
          all="All statuses"
          names={statusNames}
          className="min-w-42 max-sm:flex-1"
          value={status}
          onChange={(next) => list.narrow({ status: next })}
        />
        <ToolbarSelect
          label="Filter by resource"
          className="min-w-42 max-sm:flex-1 sm:max-w-80"
          value={assigned}
          onChange={({ target }) => list.narrow({ assigned: target.value })}
        >
          <option value="">All resources</option>
          {resources.map(({ resourceId: value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </ToolbarSelect>
      </div>
      <ListPanel
        list={list}
        query={useQuery(assignmentsQuery(id, { ...sought, page }))}
        noun={['assignment', 'assignments']}
        failure="The assignments did not load"
        none={{ title: 'Nothing assigned yet', description: 'Assign the first resources above.' }}
        noMatch={{ title: 'No match', description: 'Check the spelling, or clear search and filters.' }}
      >
        {(rows) => <DataTable caption="Assignments" columns={columns} rows={rows} rowKey={(row) => row.id} />}
      </ListPanel>
    </section>
  );
}

/** Standing of a person with the check of the resource: never single answers (CHECK-08). */
function CheckCell({ check, status }: Pick<Assignment, 'check' | 'status'>) {
  if (check === null) return <NoValue />;
  if (status === 'completed' && !check.passed) return <span>Completed without a check</span>;
  return (
    <span className="flex flex-col tabular-nums">
      <span>{check.passed ? 'Passed' : check.attempts === 0 ? 'Not taken yet' : 'Not passed yet'}</span>
      {check.attempts === 0 ? null : <span className="text-xs text-muted-foreground">{attemptsUsedText(check)}</span>}
    </span>
  );
}

type GiveAttemptProps = { organisationId: number; assignmentId: number; title: string; name: string };

/** Gives a person one attempt beyond those of each day. */
function GiveAttempt({ organisationId, assignmentId, title, name }: GiveAttemptProps) {
  const giving = useGiveAttempt(organisationId, assignmentId, name);
  return (
    <Button variant="ghost" size="small" isBusy={giving.isPending} onClick={() => giving.mutate()}>
      Give another attempt
      <VisuallyHidden>
        {' '}
        to {name}, {title}
      </VisuallyHidden>
    </Button>
  );
}

function Status({ status }: Pick<Assignment, 'status'>) {
  const name = statusNames[status];
  if (status === 'overdue') {
    return (
      <Badge tone="danger" icon={<Clock size={14} />}>
        {name}
      </Badge>
    );
  }
  if (status === 'completed') {
    return (
      <Badge tone="success" icon={<CircleCheck size={14} />}>
        {name}
      </Badge>
    );
  }
  return <Badge tone={status === 'in_progress' ? 'info' : 'neutral'}>{name}</Badge>;
}

function PersonCell({ name, email }: { name: string; email: string }) {
  return (
    <span className="flex items-center gap-3">
      <Avatar name={name} />
      <span translate="no" className="flex min-w-0 flex-col">
        <span className="wrap-anywhere">{name}</span>
        <span className="text-xs font-normal wrap-anywhere text-muted-foreground">{email}</span>
      </span>
    </span>
  );
}

/** Maximum overdue assignments in the card above the list. */
const shownFirst = 5;

/** Assignments that are overdue the longest, with their reminders. */
export function OverdueCard({ organisation: { id }, overdue }: { organisation: Organisation; overdue: number }) {
  const list = useList(organisationList);
  const query = useQuery(assignmentsQuery(id, { status: 'overdue', page: 1, pageSize: shownFirst }));

  function showAll() {
    list.narrow({ status: 'overdue', assigned: '', search: '' });
    document.getElementById(assignmentsHeading)?.scrollIntoView();
  }

  return (
    <section aria-labelledby="overdue-first">
      <Card isPadded={false} className="overflow-hidden">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 p-5 pb-3 lg:px-6">
          <div>
            <h2 id="overdue-first">Overdue first</h2>
            <p className="mt-0.5 text-sm text-muted-foreground">
              The portal sends a reminder each week, at most four. After the fourth, contact the person.
            </p>
          </div>
          {overdue > shownFirst ? (
            <TextButton onClick={showAll}>
              All {overdue} overdue
              <ArrowRight size={16} />
            </TextButton>
          ) : null}
        </div>
        <Loaded
          query={query}
          skeleton={<Skeleton className="h-32 w-full" />}
          failure="The overdue assignments did not load"
          safe="Nothing was changed."
        >
          {({ items }) => (
            <DataTable caption="Overdue assignments" columns={overdueColumns} rows={items} rowKey={(row) => row.id} />
          )}
        </Loaded>
      </Card>
    </section>
  );
}

const overdueColumns: DataTableColumn<Assignment>[] = [
  { key: 'person', header: 'Person', kind: 'subject', cell: (row) => <PersonCell {...row} /> },
  { key: 'resource', header: 'Resource', cell: ({ title }) => <span className="wrap-anywhere">{title}</span> },
  {
    key: 'due',
    header: 'Due',
    cell: ({ dueOn }) => <span className="whitespace-nowrap tabular-nums">{dueOn === null ? '' : dayText(dueOn)}</span>,
  },
  {
    key: 'by',
    header: 'Overdue by',
    cell: ({ overdueDays }) => (
      <span className="font-semibold whitespace-nowrap text-danger-text tabular-nums">
        {counted(overdueDays, 'day')}
      </span>
    ),
  },
  { key: 'reminders', header: 'Reminders', cell: (row) => <span className="tabular-nums">{remindersText(row)}</span> },
];
