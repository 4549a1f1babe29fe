import { ChevronRight } from 'lucide-react';
import type { AssessmentResult } from '#contract/assessment.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/link.tsx';
import { textLinkClasses } from '../../ui/TextLink.tsx';
import { ActionItem } from './ActionItem.tsx';
import { groupsOf } from './results-display.ts';

/** The plan: every action in its rank, the first five apart, the rest by phase. */
export function Recommendations({ result }: { result: AssessmentResult }) {
  const groups = groupsOf(result.actions);
  const done = result.actions.filter(({ entry }) => entry.doneAt !== null).length;
  return (
    <section className="mb-12" aria-labelledby="recommendations">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="recommendations">Recommendations</h2>
        <p role="status" className="text-sm text-muted-foreground tabular-nums">
          Most urgent first. {done} of {result.actions.length} done
        </p>
      </div>
      <p className="mb-6 max-w-152 text-muted-foreground">{result.overall.next}</p>
      {groups.map((group, index) => (
        <ActionGroup key={group.title} group={group} isOpen={index === 0} result={result} />
      ))}
      <AppLink href={paths.browse()} className={textLinkClasses}>
        Browse Resources
      </AppLink>
    </section>
  );
}

type ActionGroupProps = { group: ReturnType<typeof groupsOf>[number]; isOpen: boolean; result: AssessmentResult };

/** A stretch of the plan; only the first is open at once, for a whole plan is long. */
function ActionGroup({ group: { title, actions }, isOpen, result }: ActionGroupProps) {
  return (
    <details open={isOpen} className="group mb-4">
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-md border-b border-border py-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight size={18} className="transition-transform group-open:rotate-90" />
        <h3>{title}</h3>
        <span className="ml-auto text-sm text-muted-foreground tabular-nums">
          {actions.length} {actions.length === 1 ? 'action' : 'actions'}
        </span>
      </summary>
      <ol>
        {actions.map(({ number, action }) => (
          <ActionItem key={action.id} number={number} action={action} result={result} />
        ))}
      </ol>
    </details>
  );
}
