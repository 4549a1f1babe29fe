import { EyeOff, ShieldCheck } from 'lucide-react';
import type { RoundGroup, RoundResults } from '#contract/assessment-rounds.ts';
import { Card } from '../../../ui/Card.tsx';
import { LevelSteps } from './Distribution.tsx';
import { levelName } from './display.ts';
import { PanelHead } from './RoundHead.tsx';

/** The bands of each group; hidden ones with their name alone (TEAM-04). */
export function GroupsTable({ results }: { results: RoundResults }) {
  const { groups, sections } = results;
  const headings = ['Group', 'Answered', ...sections.map(({ title }) => title)];
  return (
    <Card isPadded={false} role="region" aria-labelledby="groups">
      <PanelHead
        id="groups"
        title="By group"
        about="Shown only where at least five people answered and nothing else gives them away."
      />
      <table className="w-full border-collapse text-sm max-lg:block">
        <caption className="sr-only">Levels by group</caption>
        <thead className="max-lg:sr-only">
          <tr className="border-y border-border text-left text-xs text-muted-foreground">
            {headings.map((heading) => (
              <th key={heading} scope="col" className="px-3 py-2.5 font-semibold first:pl-6 last:pr-6">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-lg:block">
          {groups.map((group) => (
            <Row key={group.name} group={group} results={results} />
          ))}
        </tbody>
      </table>
      <p className="flex gap-3 border-t border-border px-5 py-4 text-sm text-muted-foreground lg:px-6">
        <ShieldCheck size={18} className="mt-px flex-none" />
        If only one small group were hidden, its answers could be calculated from the others. In that case a second
        group is hidden too, here, in later rounds and in the report.
      </p>
    </Card>
  );
}

const cell = 'px-3 py-3 max-lg:flex max-lg:justify-between max-lg:gap-4 max-lg:px-0 max-lg:py-1 last:lg:pr-6';
const label = 'text-muted-foreground lg:hidden';

function Row({ group: { name, answered, sections }, results }: { group: RoundGroup; results: RoundResults }) {
  return (
    <tr className="border-b border-border last:border-0 max-lg:block max-lg:px-5 max-lg:py-3.5">
      <th
        scope="row"
        className={`px-3 py-3 text-left wrap-anywhere max-lg:block max-lg:px-0 max-lg:py-1 lg:pl-6 ${sections ? 'font-semibold' : 'font-normal text-muted-foreground'}`}
      >
        {name}
      </th>
      {sections ? (
        <>
          <td className={`${cell} tabular-nums`}>
            <span className={label}>Answered</span>
            {answered}
          </td>
          {sections.map(({ id, band }) => (
            <td key={id} className={cell}>
              <span className={label}>{results.sections.find((section) => section.id === id)?.title}</span>
              <span className="inline-flex items-center gap-2.5">
                <LevelSteps level={band} />
                {levelName(results, band)}
              </span>
            </td>
          ))}
        </>
      ) : (
        <td colSpan={1 + results.sections.length} className="px-3 py-3 max-lg:block max-lg:px-0 max-lg:py-1 lg:pr-6">
          <span className="flex min-h-7 items-center rounded-sm bg-[repeating-linear-gradient(135deg,transparent_0_5px,var(--border)_5px_6px)] px-3 text-xs">
            <span className="inline-flex items-center gap-1.5 bg-card px-1.5 text-muted-foreground">
              <EyeOff size={14} />
              Hidden to protect the people who answered
            </span>
          </span>
        </td>
      )}
    </tr>
  );
}
