import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { AssessmentResult, ChangePlanEntry, HelpfulResource, RecommendedAction } from '#contract/assessment.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { Price } from '../../ui/Price.tsx';
import { PrincipleLabel } from '../../ui/PrincipleMark.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { textLinkClasses } from '../../ui/TextLink.tsx';
import { TypeIcon } from '../../ui/TypeChip.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { phaseNames, roleNames, shownPrice } from '../catalogue/display.ts';
import { useNoteAction } from './api.ts';
import { costNames, dayText, fitNotes, groupsOf, levelName } from './results-display.ts';

/** The plan: the first five actions by rank, the rest by phase. */
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
      <Link to="/browse" className={textLinkClasses}>
        Browse Resources
      </Link>
    </section>
  );
}

type ActionGroupProps = { group: ReturnType<typeof groupsOf>[number]; isOpen: boolean; result: AssessmentResult };

/** A part of the plan; only the first is open at the start, because a whole plan is long. */
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

type ActionItemProps = { number: number; action: RecommendedAction; result: AssessmentResult };

/** An action with its reason, its plan and its resources. */
function ActionItem({ number, action, result }: ActionItemProps) {
  const phase = phaseNames[action.phase];
  return (
    <li
      value={number}
      className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-start gap-3 border-b border-border py-6 lg:grid-cols-[2.5rem_minmax(0,1fr)_15rem] lg:gap-5"
    >
      <span aria-hidden="true" className="font-display text-xl leading-7 font-semibold text-primary">
        {number}
      </span>
      <div className="min-w-0">
        <h4 className="text-base leading-6 font-semibold">{action.text}</h4>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
          {action.questionTitle} is at {levelName(result, action.level)}.
          {action.holdsBack ? <Badge tone="warning">Holds back the overall band</Badge> : null}
        </p>
        <HelpfulResources action={action} />
        <ActionPlan attemptId={result.id} action={action} />
      </div>
      <div className="flex gap-x-3 gap-y-1.5 text-xs text-muted-foreground max-lg:col-start-2 max-lg:flex-wrap lg:flex-col">
        <PrincipleLabel principle={action.principle} />
        <span>{action.sectionTitle}</span>
        <span>
          {phase.step}: {phase.name}
        </span>
        <span>{roleNames[action.role]}</span>
      </div>
    </li>
  );
}

type ActionPlanProps = { attemptId: number; action: RecommendedAction };

/** The owner, date and state of an action. */
function ActionPlan({ attemptId, action }: ActionPlanProps) {
  const { entry } = action;
  const noting = useNoteAction(attemptId, action.id);
  const [isOpen, setIsOpen] = useState(false);
  const isDone = noting.isPending ? noting.variables.isDone : entry.doneAt !== null;
  const facts = [entry.owner, entry.dueOn && `by ${dayText(entry.dueOn)}`].filter(Boolean).join(', ');
  const toggle = useSingleRun(() =>
    noting.mutateAsync({ isDone: entry.doneAt === null, owner: entry.owner, dueOn: entry.dueOn }),
  );

  return (
    <div className="mt-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <span className="relative inline-flex">
          <Checkbox label={`Done: ${action.text}`} isLabelHidden checked={isDone} onChange={() => void toggle()} />
          <span aria-hidden="true" className="pointer-events-none py-1.5 pl-2.5 text-sm pointer-coarse:py-3">
            Done
          </span>
        </span>
        {facts ? <span className="text-sm text-muted-foreground">{facts}</span> : null}
        <Button variant="ghost" size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {facts ? 'Change owner and date' : 'Set owner and date'}
          <VisuallyHidden>: {action.text}</VisuallyHidden>
        </Button>
      </div>
      {isOpen ? (
        <PlanForm
          entry={{ isDone: entry.doneAt !== null, owner: entry.owner, dueOn: entry.dueOn }}
          isBusy={noting.isPending}
          onSave={async (change) => {
            await noting.mutateAsync(change);
            setIsOpen(false);
          }}
        />
      ) : null}
    </div>
  );
}

type PlanFormProps = {
  entry: ChangePlanEntry;
  isBusy: boolean;
  onSave: (change: ChangePlanEntry) => Promise<void>;
};

function PlanForm({ entry, isBusy, onSave }: PlanFormProps) {
  const [owner, setOwner] = useState(entry.owner ?? '');
  const [dueOn, setDueOn] = useState(entry.dueOn ?? '');
  const save = useSingleRun(() => onSave({ ...entry, owner: owner.trim() || null, dueOn: dueOn || null }));
  return (
    <form
      className="mt-2 grid max-w-152 grid-cols-1 items-end gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field label="Owner">
        <TextInput
          value={owner}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setOwner(event.target.value)}
        />
      </Field>
      <Field label="Date">
        <TextInput type="date" value={dueOn} onChange={(event) => setDueOn(event.target.value)} />
      </Field>
      <Button type="submit" variant="outline" isBusy={isBusy}>
        Save
      </Button>
    </form>
  );
}

/** The resources for an action, each with its access or price. */
function HelpfulResources({ action }: { action: RecommendedAction }) {
  const note = fitNotes[action.fit];
  return (
    <>
      {note ? <p className="mt-2 text-xs text-muted-foreground">{note}</p> : null}
      {action.resources.length > 0 ? (
        <ul className="mt-2 flex flex-col gap-1.5">
          {action.resources.map((resource) => (
            <li key={resource.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link to="/resource/$id" params={{ id: String(resource.id) }} className={`${textLinkClasses} text-left`}>
                <TypeIcon type={resource.type} size={16} />
                {resource.title}
              </Link>
              <Cost resource={resource} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

const tones: Record<HelpfulResource['cost'], BadgeTone> = {
  owned: 'success',
  free: 'free',
  plan: 'subscription',
  price: 'neutral',
};

function Cost({ resource }: { resource: HelpfulResource }) {
  const { currency } = usePortalConfig();
  const name = costNames[resource.cost];
  if (name) return <Badge tone={tones[resource.cost]}>{name}</Badge>;
  const { amount, interval } = shownPrice(resource);
  return (
    <span className="text-sm">
      <Price amount={amount} currency={currency} interval={interval} />
    </span>
  );
}
