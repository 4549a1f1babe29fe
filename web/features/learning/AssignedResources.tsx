import { useState } from 'react';
import type { LearningSummary } from '#contract/learning.ts';
import type { Organisation } from '#contract/organisations.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DataTable, type DataTableColumn, NoValue } from '../../ui/DataTable.tsx';
import { AssignmentActions } from './AssignmentActions.tsx';
import { dayText, peopleText, refreshesText } from './display.ts';
import { ShareBar } from './ShareBar.tsx';

type AssignedResource = LearningSummary['resources'][number];

/** So many resources are listed before the others are asked for. */
const listedFirst = 10;

type AssignedResourcesProps = { organisation: Organisation; summary: LearningSummary };

/** What is assigned: to how many, until when, how often, and how far it is. */
export function AssignedResources({ organisation, summary: { resources, resourceCount } }: AssignedResourcesProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? resources : resources.slice(0, listedFirst);
  const columns: DataTableColumn<AssignedResource>[] = [
    {
      key: 'resource',
      header: 'Resource',
      kind: 'subject',
      cell: ({ title, asksConfirmation }) => (
        <span className="flex flex-col">
          <span className="wrap-anywhere">{title}</span>
          {asksConfirmation ? (
            <span className="text-xs font-normal text-muted-foreground">
              Asks people to confirm that they understood it
            </span>
          ) : null}
        </span>
      ),
    },
    {
      key: 'to',
      header: 'Assigned to',
      cell: ({ assigned }) => (
        <span className="whitespace-nowrap tabular-nums">
          {assigned === organisation.people ? 'Everyone' : peopleText(assigned)}
        </span>
      ),
    },
    {
      key: 'due',
      header: 'Next due',
      cell: ({ nextDueOn }) =>
        nextDueOn === null ? <NoValue /> : <span className="whitespace-nowrap tabular-nums">{dayText(nextDueOn)}</span>,
    },
    {
      key: 'refresh',
      header: 'Refresh',
      cell: ({ refreshes }) => <span className="whitespace-nowrap">{refreshesText(refreshes)}</span>,
    },
    {
      key: 'progress',
      header: 'Progress',
      cell: (resource) => (
        <span className="flex w-36 flex-col gap-1.5">
          <span className="tabular-nums">
            {resource.completed} of {resource.assigned} completed
          </span>
          <ShareBar {...resource} />
        </span>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      cell: ({ resourceId, title, nextDueOn }) => (
        <AssignmentActions organisationId={organisation.id} which={{ resourceId }} title={title} dueOn={nextDueOn} />
      ),
    },
  ];
  return (
    <section aria-labelledby="assigned-resources" className="flex flex-col gap-4">
      <h2 id="assigned-resources">Assigned resources</h2>
      <Card isPadded={false} className="overflow-hidden">
        <DataTable
          caption="Assigned resources"
          columns={columns}
          rows={shown}
          rowKey={({ resourceId }) => resourceId}
        />
      </Card>
      {shown.length < resources.length ? (
        <Button variant="outline" size="small" className="self-start" onClick={() => setWhole(true)}>
          Show all {resources.length}
        </Button>
      ) : null}
      {isWhole && resourceCount > resources.length ? (
        <p className="text-sm text-muted-foreground">
          {resources.length} of {resourceCount} resources: those with most overdue assignments. The list below has all.
        </p>
      ) : null}
    </section>
  );
}
