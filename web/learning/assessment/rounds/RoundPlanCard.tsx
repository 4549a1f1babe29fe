import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CircleCheck, CircleDashed, Loader } from 'lucide-react';
import { useState } from 'react';
import type { RoundPlan, RoundResults } from '#contract/learning/assessment-rounds.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { useWords } from '#web/ui/words.ts';
import { planQuery } from './api.ts';
import { dayText } from './display.ts';
import { PanelHead } from './RoundHead.tsx';

const actionDialog = lazyDialog(async () => (await import('./PlanActionDialog.tsx')).PlanActionDialog);

/** Number of actions that are shown at first. */
const firstActions = 3;

type Action = RoundPlan['actions'][number];

/** Actions by the medians of a round, with their owners (TEAM-05). */
export function RoundPlanCard({ organisationId, results }: { organisationId: number; results: RoundResults }) {
  const params = { id: organisationId, roundId: results.id };
  const [isAll, setAll] = useState(false);
  const [changed, setChanged] = useState<Action | null>(null);
  return (
    <Card isPadded={false} role="region" aria-labelledby="plan">
      <Loaded
        query={useQuery(planQuery(params))}
        skeleton={<Skeleton className="h-64 w-full rounded-lg!" />}
        failure="The plan did not load"
        safe="Nothing was changed. Check your connection, then try again."
      >
        {({ actions }) => (
          <>
            <PanelHead
              id="plan"
              title="Plan"
              about={`Actions ranked by the medians of this round. ${doneText(actions)}`}
            >
              {actions.length > firstActions ? (
                <TextButton aria-expanded={isAll} onClick={() => setAll(!isAll)}>
                  {isAll ? `First ${firstActions} actions` : `All ${actions.length} actions`}
                  <ArrowRight size={16} className={isAll ? '-rotate-90' : undefined} />
                </TextButton>
              ) : null}
            </PanelHead>
            <ol>
              {actions.slice(0, isAll ? undefined : firstActions).map((action, index) => (
                <Row key={action.id} number={index + 1} action={action} onChange={() => setChanged(action)} />
              ))}
            </ol>
          </>
        )}
      </Loaded>
      {changed ? <actionDialog.Dialog params={params} action={changed} onClose={() => setChanged(null)} /> : null}
    </Card>
  );
}

function doneText(actions: readonly Action[]): string {
  const done = actions.filter(({ status }) => status === 'done').length;
  return `${done} of ${actions.length} done.`;
}

type RowProps = { number: number; action: Action; onChange: () => void };

function Row({ number, action, onChange }: RowProps) {
  const { text, owner, dueOn, status, resources, role } = action;
  const { roles } = useWords();
  const inSeats = resources.filter((resource) => resource.inSeats);
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 border-t border-border px-5 py-4.5 text-sm lg:grid-cols-[2rem_minmax(0,1fr)_11rem_9rem_8rem] lg:gap-5 lg:px-6">
      <span aria-hidden="true" className="font-display text-lg leading-5 font-semibold text-primary">
        {number}
      </span>
      <div className="min-w-0">
        <h3 className="text-base! leading-5.5! text-pretty">{text}</h3>
        {inSeats.length > 0 ? (
          <p className="mt-1 flex items-start gap-1.5 text-muted-foreground">
            <CircleCheck size={16} className="mt-0.5 flex-none" />
            Included in your seats: {inSeats.map(({ title }) => title).join(', ')}
          </p>
        ) : (
          <p className="mt-1 text-muted-foreground">{roles[role].name}</p>
        )}
      </div>
      <div className="max-lg:col-start-2">
        {owner ? (
          <TextButton
            {...actionDialog.near}
            onClick={onChange}
            className="font-normal! text-foreground!"
            aria-label={`${owner.name}: change owner, day and status`}
          >
            <span aria-hidden="true">
              <Avatar name={owner.name} />
            </span>
            <span translate="no">{owner.name}</span>
          </TextButton>
        ) : (
          <TextButton {...actionDialog.near} onClick={onChange}>
            Choose an owner
          </TextButton>
        )}
      </div>
      <div className="max-lg:col-start-2">
        <TextButton {...actionDialog.near} onClick={onChange} className={dueOn ? 'font-normal! text-foreground!' : ''}>
          {dueOn ? dayText(dueOn) : 'Choose a day'}
        </TextButton>
      </div>
      <div className="max-lg:col-start-2">
        <Status status={status} />
      </div>
    </li>
  );
}

function Status({ status }: Pick<Action, 'status'>) {
  if (status === 'done') {
    return (
      <Badge tone="success" icon={<CircleCheck size={14} />}>
        Done
      </Badge>
    );
  }
  if (status === 'in_progress') {
    return (
      <Badge tone="info" icon={<Loader size={14} />}>
        In progress
      </Badge>
    );
  }
  return <Badge icon={<CircleDashed size={14} />}>Not started</Badge>;
}
