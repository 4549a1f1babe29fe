import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { counted } from '#contract/counted.ts';
import type { OwnPath } from '#contract/learning/paths.ts';
import { formatMoney } from '#contract/money.ts';
import { shortDate } from '#web/dates.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { Facts } from '#web/ui/Facts.tsx';
import { pathQuery } from './api.ts';
import { leftText, offeredBy, opensText } from './path-display.ts';
import '#web/ui/all-classes.css';

export type PathBoxProps = {
  resourceId: number;
  /** Placeholder while the steps are loading. */
  loading: ReactNode;
};

/** Progress with a path, or what buying it opens. The steps beside it say when they could not be loaded. */
export function PathBox({ resourceId, loading }: PathBoxProps) {
  const { data: path, isLoadingError } = useQuery(pathQuery(resourceId));
  if (!path) return isLoadingError ? null : loading;
  return path.canOpen ? <Progress path={path} /> : <Offer path={path} />;
}

function Progress({ path }: { path: OwnPath }) {
  const { completed, required, order, minutesLeft, isCompleted, completedAt } = path;
  const left = leftText(minutesLeft);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <p className="text-2xl font-semibold tabular-nums">
          {completed} of {counted(required, 'step')}
        </p>
        <div
          role="progressbar"
          aria-label="Completed steps"
          aria-valuenow={completed}
          aria-valuemin={0}
          aria-valuemax={required}
          className="h-2 overflow-hidden rounded-full bg-progress-track"
        >
          <div
            className="h-full rounded-full bg-progress"
            style={{ width: `${required === 0 ? 0 : (completed / required) * 100}%` }}
          />
        </div>
        <p className="text-xs text-muted-foreground tabular-nums">
          {isCompleted ? 'You completed this path. ' : left ? `${left} ` : ''}
          Optional steps are not counted.
        </p>
      </div>
      <div className="border-t border-border pt-4">
        <Facts
          facts={[
            ...(completedAt === null ? [] : [{ label: 'Last completed', value: shortDate(completedAt) }]),
            { label: 'Order', value: order === 'in_order' ? 'Step by step' : 'As you like' },
          ]}
        />
      </div>
    </div>
  );
}

function Offer({ path }: { path: OwnPath }) {
  const { currency } = usePortalConfig();
  const offered = offeredBy(path);
  const { resources, open, restPrice, completed } = offered;
  const closed = resources - open;
  return (
    <div className="flex flex-col gap-4 border-t border-border pt-4">
      <Facts
        facts={[
          { label: 'Opens', value: opensText(offered) || 'The steps' },
          ...(open === 0
            ? []
            : [{ label: 'Open to you already', value: `${open} of ${counted(resources, 'resource')}` }]),
          ...(restPrice === null
            ? []
            : [
                {
                  label: `The other ${closed === 1 ? 'one' : closed}, bought singly`,
                  value: formatMoney(restPrice, currency),
                },
              ]),
        ]}
      />
      {completed.length === 0 ? null : (
        <p className="text-sm text-muted-foreground">
          You completed {completed.length === 1 ? completed[0] : `${completed.length} steps before`}, so you start with{' '}
          {path.completed} of {counted(path.required, 'step')}.
        </p>
      )}
    </div>
  );
}
