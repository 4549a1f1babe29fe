import type { AssessmentLevel } from '#contract/catalogue/assessment-content.ts';
import { assessmentLevels } from '#contract/catalogue/content-limits.ts';
import type { RoundResults } from '#contract/learning/assessment-rounds.ts';
import { classes } from '#web/ui/classes.ts';
import { type Counted, distributionText, rankOf } from './display.ts';

const fills: Record<AssessmentLevel, string> = {
  initial: 'bg-level-initial text-level-initial-text inset-ring inset-ring-input',
  emerging: 'bg-level-emerging text-level-emerging-text',
  developing: 'bg-level-developing text-level-developing-text',
  advanced: 'bg-level-advanced text-level-advanced-text',
};

type DistributionProps = { results: Pick<RoundResults, 'levels'>; question: Counted; isTall?: boolean };

/** Bar with the number of people at each level; a mark is below the median. */
export function Distribution({ results, question, isTall = false }: DistributionProps) {
  return (
    <span
      role="img"
      aria-label={distributionText(results, question)}
      className={classes('mb-2 flex w-full gap-0.5', isTall ? 'h-8' : 'h-6')}
    >
      {assessmentLevels
        .filter((level) => question.distribution[level] > 0)
        .map((level) => (
          <span
            key={level}
            style={{ flexGrow: question.distribution[level], flexBasis: 0 }}
            className={classes(
              'relative grid min-w-1 place-items-center text-xs font-semibold tabular-nums first:rounded-l-sm last:rounded-r-sm',
              fills[level],
            )}
          >
            <span className="overflow-hidden">{question.distribution[level]}</span>
            {level === question.median ? (
              <span
                aria-hidden="true"
                className="absolute -bottom-1.75 left-1/2 -translate-x-1/2 border-4 border-t-0 border-transparent border-b-foreground"
              />
            ) : null}
          </span>
        ))}
    </span>
  );
}

export function LevelLegend({ results }: { results: Pick<RoundResults, 'levels'> }) {
  return (
    <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground">
      {results.levels.map(({ level, name }) => (
        <li key={level} className="flex items-center gap-1.5">
          <span className={classes('h-3 w-4.5 rounded-xs', fills[level])} />
          {name}
        </li>
      ))}
    </ul>
  );
}

/**
 * Level as four small parts, filled up to the level. Hidden from assistive technology, so the level's name must be
 * beside it.
 */
export function LevelSteps({ level, isWide = false }: { level: AssessmentLevel; isWide?: boolean }) {
  return (
    <span aria-hidden="true" className={classes('grid grid-cols-4', isWide ? 'gap-0.75' : 'w-12.5 flex-none gap-0.5')}>
      {assessmentLevels.map((one) => (
        <span
          key={one}
          className={classes('h-2 rounded-xs', rankOf(one) <= rankOf(level) ? 'bg-progress' : 'bg-progress-track')}
        />
      ))}
    </span>
  );
}
