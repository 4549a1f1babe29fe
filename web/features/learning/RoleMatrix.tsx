import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useState } from 'react';
import type { LearningCounts, LearningSummary } from '#contract/learning.ts';
import { Card } from '../../ui/Card.tsx';
import { DataTable, type DataTableColumn, NoValue } from '../../ui/DataTable.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useWords } from '../../ui/words.ts';
import { typeNames } from '../catalogue/display.ts';
import { peopleText, shortened } from './display.ts';
import { ShareBar, ShareLegend } from './ShareBar.tsx';

/** So many resources are beside each other. */
const columnsAtOnce = 4;

type Role = LearningSummary['roles'][number];
type AssignedResource = LearningSummary['resources'][number];

/** Who completed what, by the role that people chose in their profiles (LEARN-06). */
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
          <span className="text-xs font-normal text-muted-foreground tabular-nums">{peopleText(people)}</span>
        </span>
      ),
    },
    ...shown.map((resource) => ({
      key: String(resource.resourceId),
      // The name beside a value on narrow screens, where a long one would take its place.
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
