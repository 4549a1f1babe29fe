import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type Fact = { label: string; value: ReactNode };

/** Names left, values right, one a line: the details of a resource, a code, a plan. `isBoxed` draws an outline around. */
export function Facts({ facts, isBoxed }: { facts: Fact[]; isBoxed?: boolean }) {
  return (
    <dl className={classes('grid gap-3 text-sm', isBoxed && 'rounded-md border border-border p-4')}>
      {facts.map((fact) => (
        <div key={fact.label} className="flex justify-between gap-4">
          <dt className="text-muted-foreground">{fact.label}</dt>
          <dd className="min-w-0 wrap-anywhere text-right font-medium tabular-nums">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
