import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AssessmentNeeds } from '#contract/learning/assessment.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DataTable, type DataTableColumn } from '#web/ui/DataTable.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { PrincipleLabel } from '#web/ui/PrincipleMark.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { PhaseName, RoleName } from '../ActionParts.tsx';
import { needsQuery } from '../api.ts';

/** Suggestions for the next resources to publish, from the results of the assessment. */
export function Needs() {
  return (
    <Loaded
      query={useQuery({ ...needsQuery, staleTime: 0 })}
      skeleton={<Skeleton className="h-120 w-full rounded-lg!" />}
      failure="Failed to fetch what members need"
    >
      {(needs) => <NeedsBoard needs={needs} />}
    </Loaded>
  );
}

type Action = AssessmentNeeds['actions'][number];
type Gap = AssessmentNeeds['gaps'][number];
type Tagged = Pick<Gap, 'principle' | 'phase' | 'role'>;

/** Actions that members need most, and the gaps of the catalogue, from counts only. */
function NeedsBoard({ needs }: { needs: AssessmentNeeds }) {
  const { actions, gaps, fewest } = needs;
  return (
    <div className="flex flex-col gap-6">
      <Banner>
        This page shows counts only, never the answers of a member. Needs of fewer than {fewest} members are not
        counted. Content version {needs.contentVersion}.
      </Banner>
      <Board title="Actions needed most" emptyText={`No action is needed by ${fewest} members or more yet.`}>
        {actions.length > 0 ? (
          <DataTable caption="Actions needed most" columns={actionColumns} rows={actions} rowKey={({ id }) => id} />
        ) : null}
      </Board>
      <Board title="Nothing published" emptyText="At least one resource is published for every action.">
        {gaps.length > 0 ? (
          <DataTable
            caption="Nothing published"
            columns={gapColumns(fewest)}
            rows={gaps}
            rowKey={({ principle, phase, role }) => `${principle} ${phase} ${role}`}
          />
        ) : null}
      </Board>
    </div>
  );
}

function Board({ title, emptyText, children }: { title: string; emptyText: string; children: ReactNode }) {
  return (
    <Card isPadded={false} className="overflow-hidden">
      <h2 className="px-5 pt-5 pb-3 lg:px-6">{title}</h2>
      {children ?? <p className="px-5 pb-6 text-muted-foreground lg:px-6">{emptyText}</p>}
    </Card>
  );
}

const tagColumns: DataTableColumn<Tagged>[] = [
  { key: 'principle', header: 'Principle', cell: ({ principle }) => <PrincipleLabel principle={principle} /> },
  { key: 'phase', header: 'Phase', cell: ({ phase }) => <PhaseName phase={phase} /> },
  { key: 'role', header: 'Role', cell: ({ role }) => <RoleName role={role} /> },
];

const actionColumns: DataTableColumn<Action>[] = [
  {
    key: 'action',
    header: 'Action',
    kind: 'subject',
    cell: ({ text, questionTitle }) => (
      <>
        {text}
        <span className="block text-xs font-normal text-muted-foreground">{questionTitle}</span>
      </>
    ),
  },
  ...tagColumns,
  { key: 'members', header: 'Members', align: 'end', cell: ({ members }) => members },
];

function gapColumns(fewest: number): DataTableColumn<Gap>[] {
  return [
    ...tagColumns,
    { key: 'actions', header: 'Actions that need it', align: 'end', cell: ({ actions }) => actions },
    { key: 'members', header: 'Members', align: 'end', cell: ({ members }) => members ?? `fewer than ${fewest}` },
  ];
}
