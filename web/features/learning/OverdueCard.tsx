import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { Assignment } from '#contract/learning.ts';
import type { Organisation } from '#contract/organisations.ts';
import { useList } from '../../admin/list-state.ts';
import { Card } from '../../ui/Card.tsx';
import { DataTable, type DataTableColumn } from '../../ui/DataTable.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import { organisationList } from '../organisations/display.ts';
import { assignmentsHeading } from './AssignmentsList.tsx';
import { assignmentsQuery } from './api.ts';
import { daysText, dayText, remindersText } from './display.ts';
import { PersonCell } from './PersonCell.tsx';

/** So many overdue assignments are shown above everything else. */
const shownFirst = 5;

/** What is overdue the longest, with its reminders. */
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
            <DataTable caption="Overdue assignments" columns={columns} rows={items} rowKey={(row) => row.id} />
          )}
        </Loaded>
      </Card>
    </section>
  );
}

const columns: DataTableColumn<Assignment>[] = [
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
      <span className="font-semibold whitespace-nowrap text-danger-text tabular-nums">{daysText(overdueDays)}</span>
    ),
  },
  { key: 'reminders', header: 'Reminders', cell: (row) => <span className="tabular-nums">{remindersText(row)}</span> },
];
