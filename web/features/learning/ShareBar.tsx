import type { LearningCounts } from '#contract/learning.ts';
import { classes } from '../../ui/classes.ts';

const looks = {
  completed: 'bg-progress',
  inProgress: '',
  notStarted: 'bg-progress-track',
  overdue: 'border-2 border-destructive bg-card',
} as const;
/** Stripes, so that colour alone does not tell the parts apart. */
const stripes = 'repeating-linear-gradient(135deg, var(--progress) 0 2px, var(--progress-track) 2px 5px)';
const drawn = (part: keyof typeof looks) => (part === 'inProgress' ? { background: stripes } : undefined);
const parts = ['completed', 'inProgress', 'notStarted', 'overdue'] as const;

/** How many have completed something, are at it, have not begun and are late, as a bar; the numbers must stand beside it. */
export function ShareBar(counts: LearningCounts) {
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

/** What the parts of the bars mean. */
export function ShareLegend() {
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
