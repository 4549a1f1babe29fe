import { Check, FileText, ListChecks, Lock, Plus, Scale } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ResourceType } from '#contract/catalogue/catalogue.ts';
import type { OwnPathStep } from '#contract/learning/paths.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { classes } from '#web/ui/classes.ts';
import { TypeIcon } from '#web/ui/TypeChip.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';

/** A step as the list shows it, with its texts made by the caller. */
export type ShownStep = {
  id: string;
  number: number | null;
  state: OwnPathStep['state'] | null;
  kind: OwnPathStep['kind'];
  /** Null for steps without a resource, such as a text. */
  resource: { type: ResourceType } | null;
  facts: string;
  /** Title, which may be a link. */
  title: ReactNode;
  note?: ReactNode;
  /** Shown at the right. */
  aside?: ReactNode;
};

type StepListProps = { sections: { title: string; summary: string; steps: ShownStep[] }[] };

/** Steps of a learning path in their sections, one below the other on a line. */
export function StepList({ sections }: StepListProps) {
  return (
    <div className="flex min-w-0 flex-col gap-10">
      {sections.map((section, index) => (
        <section
          // biome-ignore lint/suspicious/noArrayIndexKey: sections have no other identity, and the list does not change in place
          key={index}
          aria-label={section.title || 'Steps'}
        >
          {section.title ? <h2 className="wrap-anywhere">{section.title}</h2> : null}
          {section.summary ? <p className="mt-1 text-sm text-muted-foreground">{section.summary}</p> : null}
          <ol className="mt-5">
            {section.steps.map((step, place) => (
              <StepRow key={step.id} step={step} isLast={place === section.steps.length - 1} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function StepRow({ step, isLast }: { step: ShownStep; isLast: boolean }) {
  const { id, number, state, kind, resource, facts, title, note, aside } = step;
  return (
    <li
      id={`step-${id}`}
      tabIndex={-1}
      aria-current={state === 'next' ? 'step' : undefined}
      className="relative grid grid-cols-[2rem_minmax(0,1fr)] gap-x-4 pb-7 outline-none last:pb-0"
    >
      {isLast ? null : (
        <span
          aria-hidden="true"
          className={classes(
            'absolute top-9 bottom-1 left-4 w-0.5 -translate-x-1/2',
            state === 'completed' ? 'bg-primary' : 'bg-border',
          )}
        />
      )}
      <Mark number={number} state={state} />
      <div className="flex min-w-0 flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted-foreground tabular-nums">
            <span className="inline-flex items-center gap-1.5">
              <StepIcon kind={kind} resource={resource} />
              {facts}
            </span>
            {number === null ? <Badge>Optional</Badge> : null}
          </p>
          <h3
            className={classes(
              'font-sans! text-base! leading-6! font-semibold! tracking-normal! wrap-anywhere',
              state === 'locked' && 'text-muted-foreground',
            )}
          >
            {title}
          </h3>
          {note}
        </div>
        {aside ? <div className="text-sm">{aside}</div> : null}
      </div>
    </li>
  );
}

const kindIcons = { check: ListChecks, assessment: Scale, text: FileText };

function StepIcon({ kind, resource }: Pick<ShownStep, 'kind' | 'resource'>) {
  if (kind === 'resource') return resource && <TypeIcon type={resource.type} size={14} />;
  const Icon = kindIcons[kind];
  return <Icon size={14} />;
}

function Mark({ number, state }: Pick<ShownStep, 'number' | 'state'>) {
  const words = { completed: 'Completed', next: 'Next', locked: 'Locked', open: '' };
  return (
    <span
      className={classes(
        'grid size-8 place-items-center rounded-full border text-sm font-semibold tabular-nums',
        state === 'completed' && 'border-primary bg-primary text-primary-foreground',
        state === 'next' && 'border-2 border-primary bg-accent text-accent-foreground',
        state === 'locked' && 'border-border bg-muted text-muted-foreground',
        (state === 'open' || state === null) && 'border-input bg-card',
      )}
    >
      <span aria-hidden="true">
        {state === 'completed' ? (
          <Check size={16} />
        ) : state === 'locked' ? (
          <Lock size={14} />
        ) : (
          (number ?? <Plus size={14} />)
        )}
      </span>
      <VisuallyHidden>
        {number === null ? 'Optional step' : `Step ${number}`} {state === null ? '' : words[state]}
      </VisuallyHidden>
    </span>
  );
}
