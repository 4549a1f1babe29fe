import { Check } from 'lucide-react';
import type { ConnectionState } from '#contract/identity/connections.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { classes } from '#web/ui/classes.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { type OwnerKind, stateNames, stateTones, stepsOf } from './display.ts';

type StateStepsProps = { state: Exclude<ConnectionState, 'disabled'>; kind: OwnerKind };

/** Steps of a connection with its state: connected, tested, offered, required (SSO-01). */
export function StateSteps({ state, kind }: StateStepsProps) {
  const steps = stepsOf(state, kind);
  return (
    <ol
      aria-label="State of the connection"
      className={classes(
        'grid overflow-hidden rounded-lg border border-border bg-card text-sm max-sm:divide-y sm:divide-x divide-border',
        steps.length === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2 lg:grid-cols-4',
      )}
    >
      {steps.map(({ name, note, place }, index) => (
        <li
          key={name}
          aria-current={place === 'now' ? 'step' : undefined}
          className={classes(
            'flex items-start gap-3 px-5 py-3.5',
            place === 'now' && 'bg-accent text-accent-foreground',
          )}
        >
          <span
            aria-hidden="true"
            className={classes(
              'grid size-7 flex-none place-items-center rounded-full border text-xs font-semibold',
              place === 'done' && 'border-primary bg-primary text-primary-foreground',
              place === 'now' && 'border-2 border-primary',
              place === 'next' && 'border-input',
            )}
          >
            {place === 'done' ? <Check size={14} /> : index + 1}
          </span>
          <span className="min-w-0">
            <b className="block font-semibold">
              {name}
              {place === 'done' ? <VisuallyHidden>, done</VisuallyHidden> : null}
            </b>
            <span className={classes('block text-xs', place !== 'now' && 'text-muted-foreground max-sm:hidden')}>
              {note}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

export function StateBadge({ state }: { state: ConnectionState }) {
  return <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>;
}
