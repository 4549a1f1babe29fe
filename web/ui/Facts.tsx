import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type Fact = {
  label: string;
  value: ReactNode;
  /** Whether the value is the sum of the lines above. */
  isSum?: boolean;
};

/**
 * List of facts, such as those of a resource, a code or a plan: names on the left, values on the right. `isBoxed` draws
 * an outline around the list.
 */
export function Facts({ facts, isBoxed }: { facts: Fact[]; isBoxed?: boolean }) {
  return (
    <dl className={classes('grid gap-3 text-sm', isBoxed && 'rounded-md border border-border p-4')}>
      {facts.map((fact) => (
        <div
          key={fact.label}
          className={classes('flex justify-between gap-4', fact.isSum && 'border-t border-border pt-3.5 font-semibold')}
        >
          <dt className={classes('wrap-normal', !fact.isSum && 'text-muted-foreground')}>{fact.label}</dt>
          <dd className={classes('min-w-0 wrap-anywhere text-right tabular-nums', !fact.isSum && 'font-medium')}>
            {fact.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
