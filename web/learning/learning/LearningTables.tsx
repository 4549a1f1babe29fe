import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#contract/counted.ts';
import type { LearningCounts, LearningSummary } from '#contract/learning/learning.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { typeNames } from '#web/catalogue/catalogue/display.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { DataTable, type DataTableColumn, NoValue } from '#web/ui/DataTable.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { useWords } from '#web/ui/words.ts';
import { AssignmentActions } from './AssignmentActions.tsx';
import { dayText, refreshesText, shortened } from './display.ts';

type AssignedResource = LearningSummary['resources'][number];

/** Number of resources that are listed at first. */
const listedFirst = 10;

type AssignedResourcesProps = { organisation: Organisation; summary: LearningSummary };

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
          {assigned === organisation.people ? 'Everyone' : counted(assigned, 'person', 'people')}
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

const looks = {
  completed: 'bg-progress',
  inProgress: '',
  notStarted: 'bg-progress-track',
  overdue: 'border-2 border-destructive bg-card',
} as const;
/** Stripes, so that the parts differ not only in colour. */
const stripes = 'repeating-linear-gradient(135deg, var(--progress) 0 2px, var(--progress-track) 2px 5px)';
const drawn = (part: keyof typeof looks) => (part === 'inProgress' ? { background: stripes } : undefined);
const parts = ['completed', 'inProgress', 'notStarted', 'overdue'] as const;

/**
 * Bar of completed, begun, new and overdue assignments. Hidden from assistive technology, so the numbers must be beside
 * it.
 */
function ShareBar(counts: LearningCounts) {
  return (
    <span aria-hidden="true" className="flex h-3 w-full gap-0.5 overflow-hidden rounded-xs">
      {parts.map((part) =>
        counts[part] === 0 ? null : (
          <span
            key={part}
            className={classes('block h-full', looks[part])}
            style={{ flexGrow: counts[part], ...drawn(part) }}
          />
        ),
      )}
    </span>
  );
}

const names = { completed: 'Completed', inProgress: 'In progress', notStarted: 'Not started', overdue: 'Overdue' };

function ShareLegend() {
  return (
    <p aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted-foreground">
      {parts.map((part) => (
        <span key={part} className="inline-flex items-center gap-1.5">
          <span className={classes('h-3 w-5 flex-none rounded-xs', looks[part])} style={drawn(part)} />
          {names[part]}
        </span>
      ))}
    </p>
  );
}

/** Number of resources side by side. */
const columnsAtOnce = 4;

type Role = LearningSummary['roles'][number];

/** Completion by resource and by the role that people chose in their profiles (LEARN-06). */
export function RoleMatrix({ summary: { roles, resources, resourceCount } }: { summary: LearningSummary }) {
  const [first, setFirst] = useState(0);
  const words = useWords();
  const from = Math.min(first, Math.max(0, resources.length - 1));
  const shown = resources.slice(from, from + columnsAtOnce);
  const rows = roles.filter(({ role }) => resources.some(({ byRole }) => byRole.some((cell) => cell.role === role)));
  const columns: DataTableColumn<Role>[] = [
    {
      key: 'role',
      header: 'Role',
      kind: 'subject',
      cell: ({ role, people }) => (
        <span className="flex flex-col">
          <span>{role === null ? 'No role chosen' : words.roles[role].name}</span>
          <span className="text-xs font-normal text-muted-foreground tabular-nums">
            {counted(people, 'person', 'people')}
          </span>
        </span>
      ),
    },
    ...shown.map((resource) => ({
      key: String(resource.resourceId),
      // The name beside a value on narrow screens, where a long name would take the value's room.
      header: shortened(resource.title, 20),
      headerContent: (
        <span className="block w-36" style={{ whiteSpace: 'normal' }}>
          <span className="line-clamp-2">{resource.title}</span>
          <span className="font-normal">{typeNames[resource.type]}</span>
        </span>
      ),
      cell: ({ role }: Role) => <Cell counts={countsOf(resource, role)} />,
    })),
  ];
  return (
    <section aria-labelledby="by-role">
      <Card isPadded={false} className="overflow-hidden">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 p-5 pb-3 lg:px-6">
          <div>
            <h2 id="by-role">Completion by role and resource</h2>
            <p className="mt-0.5 text-sm text-muted-foreground">
              People who completed the resource, out of the people assigned. Roles are those of their profiles.
            </p>
          </div>
          <ShareLegend />
        </div>
        <DataTable
          caption="Completion by role and resource"
          columns={columns}
          rows={rows}
          rowKey={({ role }) => role ?? 'none'}
        />
        {resources.length > columnsAtOnce ? (
          <div className="flex items-center justify-end gap-2 border-t border-border px-5 py-2 text-sm lg:px-6">
            <span role="status" className="text-muted-foreground tabular-nums">
              Resources {from + 1} to {from + shown.length} of {resourceCount}
            </span>
            <IconButton
              size="small"
              label="Resources before these"
              icon={<ArrowLeft size={18} />}
              disabled={from === 0}
              onClick={() => setFirst(Math.max(0, from - columnsAtOnce))}
            />
            <IconButton
              size="small"
              label="Resources after these"
              icon={<ArrowRight size={18} />}
              disabled={from + columnsAtOnce >= resources.length}
              onClick={() => setFirst(from + columnsAtOnce)}
            />
          </div>
        ) : null}
      </Card>
    </section>
  );
}

const countsOf = ({ byRole }: AssignedResource, role: Role['role']) =>
  byRole.find((cell) => cell.role === role) ?? null;

function Cell({ counts }: { counts: LearningCounts | null }) {
  if (counts === null) return <NoValue />;
  const { completed, assigned, overdue } = counts;
  return (
    <span className="flex w-36 flex-col gap-1.5">
      <span className="tabular-nums">
        <span className="font-semibold">{completed}</span> of {assigned}
        {overdue > 0 ? <span className="ml-2 text-xs font-semibold text-danger-text">{overdue} overdue</span> : null}
      </span>
      <ShareBar {...counts} />
    </span>
  );
}
