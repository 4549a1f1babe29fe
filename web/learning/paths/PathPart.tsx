import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Award, CircleCheck, ListChecks } from 'lucide-react';
import { counted } from '#contract/counted.ts';
import type { OwnPath, OwnPathStep } from '#contract/learning/paths.ts';
import { shortDate } from '#web/dates.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Card } from '#web/ui/Card.tsx';
import { LoadErrorLine } from '#web/ui/LoadErrorLine.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { AssessmentAction, AssessmentTitle } from './AssessmentStep.tsx';
import { pathQuery, useBeginPath, useMarkRead } from './api.ts';
import { lockedText, stepAction, stepFacts, stepsText, stepTitle } from './path-display.ts';
import { type ShownStep, StepList } from './StepList.tsx';
import '#web/ui/all-classes.css';

export function PathPart({ resourceId }: { resourceId: number }) {
  const { data: path, isLoadingError, isFetching, refetch } = useQuery(pathQuery(resourceId));
  if (isLoadingError) {
    return (
      <LoadErrorLine query={{ isFetching, refetch }}>
        The steps could not be loaded. Your progress is safe.
      </LoadErrorLine>
    );
  }
  if (!path) return <Skeleton className="h-96 w-full rounded-lg!" />;
  return <LoadedPath path={path} />;
}

function LoadedPath({ path }: { path: OwnPath }) {
  const reading = useMarkRead(path.resourceId);
  // The pressed button is gone then, so its step takes the focus.
  const read = ({ id }: OwnPathStep) => reading.mutate(id, { onSuccess: () => focusOn(`step-${id}`) });
  const busyId = reading.isPending ? reading.variables : null;
  return (
    <div className="flex min-w-0 flex-col gap-10">
      <StepList
        sections={path.sections.map((section) => ({
          ...section,
          steps: section.steps.map((step) => shownStep(path, step, { read, busyId })),
        }))}
      />
      <Card className="flex items-center gap-4">
        <span className="grid size-10 flex-none place-items-center rounded-md bg-purpose-soft text-purpose-text">
          <Award size={20} />
        </span>
        <p className="min-w-0 text-sm">
          <strong className="font-semibold">One certificate for the whole path.</strong>{' '}
          <span className="text-muted-foreground">
            Where an organisation assigns the path, you get it when all required steps are completed.
          </span>
        </p>
      </Card>
    </div>
  );
}

/**
 * Next step of the member's path, or the button that starts the path. Renders nothing without access, when no step is
 * left, or when the steps could not be loaded.
 */
export function NextStepPart({ resourceId }: { resourceId: number }) {
  const { data: path, isPending } = useQuery(pathQuery(resourceId));
  if (isPending) return <Skeleton className="mb-6 h-32 w-full rounded-lg!" />;
  return path?.canOpen ? <NextCard path={path} /> : null;
}

/** Next step with its button, or the button that starts the path. */
function NextCard({ path }: { path: OwnPath }) {
  const begin = useBeginPath(path.resourceId);
  const steps = path.sections.flatMap((section) => section.steps);
  const next = steps.find(({ state }) => state === 'next');
  if (path.begunAt === null && path.required > 0) {
    return (
      <Frame
        eyebrow={stepsText(path)}
        title={
          path.completed === 0 ? 'Start this path' : `Start with ${path.completed} of ${counted(path.required, 'step')}`
        }
        note={
          path.completed === 0
            ? 'Your progress is kept from then on.'
            : path.completed === 1
              ? 'You completed this step before, and it counts.'
              : 'You completed these steps before, and they count.'
        }
      >
        <Button
          isBusy={begin.isPending}
          onClick={() => begin.mutate(undefined, { onSuccess: () => focusOn('next-step-heading') })}
        >
          Start path
        </Button>
      </Frame>
    );
  }
  if (!next) return null;
  const note = [
    stepFacts(next),
    ...(next.check ? [`pass mark ${next.check.passMark}%`] : []),
    ...(path.isRefresh ? ['due again'] : []),
  ].join(', ');
  return (
    <Frame eyebrow={`Next: step ${next.number} of ${path.required}`} title={stepTitle(next)} note={note}>
      <NextAction path={path} step={next} />
    </Frame>
  );
}

const focusOn = (id: string) => document.getElementById(id)?.focus({ preventScroll: true });

type FrameProps = { eyebrow: string; title: string; note: string; children: React.ReactNode };

function Frame({ eyebrow, title, note, children }: FrameProps) {
  return (
    <section
      aria-labelledby="next-step-heading"
      className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-4 rounded-xl border-2 border-primary bg-card p-5"
    >
      <span className="grid size-16 flex-none place-items-center rounded-md bg-accent text-accent-foreground max-sm:hidden">
        <ListChecks size={28} />
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-xs font-semibold text-accent-foreground tabular-nums">{eyebrow}</p>
        <h2 id="next-step-heading" tabIndex={-1} className="text-lg! leading-6! wrap-anywhere">
          {title}
        </h2>
        <p className="text-sm text-muted-foreground tabular-nums">{note}</p>
      </div>
      <div className="max-sm:w-full max-sm:*:w-full">{children}</div>
    </section>
  );
}

function NextAction({ path, step }: { path: OwnPath; step: OwnPathStep }) {
  if (step.kind === 'text') {
    return (
      <Button
        onClick={() => {
          const row = document.getElementById(`step-${step.id}`);
          row?.scrollIntoView({ block: 'center' });
          row?.focus({ preventScroll: true });
        }}
      >
        {stepAction(step)}
      </Button>
    );
  }
  if (step.kind === 'assessment') return <AssessmentAction />;
  if (!step.canOpen) return <p className="text-sm text-warning-text">You have no access to this step.</p>;
  return <StepLink path={path} step={step} className={buttonClasses({})} words={stepAction(step)} />;
}

type StepLinkProps = { path: OwnPath; step: OwnPathStep; className: string; words: string };

function StepLink({ path, step, className, words }: StepLinkProps) {
  const name = words === stepTitle(step) ? null : <VisuallyHidden> {stepTitle(step)}</VisuallyHidden>;
  const id = String(step.resource?.id ?? path.resourceId);
  return step.kind === 'check' ? (
    <Link to="/resource/$id/check" params={{ id }} search={{}} className={className}>
      {words}
      {name}
    </Link>
  ) : (
    <Link to="/resource/$id" params={{ id }} className={className}>
      {words}
      {name}
    </Link>
  );
}

type Reading = { read: (step: OwnPathStep) => void; busyId: string | null };

function shownStep(path: OwnPath, step: OwnPathStep, reading: Reading): ShownStep {
  const { id, number, state, kind, canOpen } = step;
  const title = stepTitle(step);
  // The page of a resource exists for everybody, also of one that is locked or still to be bought.
  const isLinked = kind === 'resource' || (kind !== 'text' && canOpen && state !== 'locked');
  const link =
    kind === 'assessment' ? (
      <AssessmentTitle title={title} />
    ) : (
      <StepLink path={path} step={step} className="hover:underline" words={title} />
    );
  return {
    id,
    number,
    state: path.canOpen || state === 'completed' ? state : null,
    kind,
    resource: step.resource,
    facts: stepFacts(step),
    title: isLinked ? link : title,
    note: <StepNote path={path} step={step} reading={reading} />,
    aside: <StepAside path={path} step={step} />,
  };
}

function StepNote({ path, step, reading }: { path: OwnPath; step: OwnPathStep; reading: Reading }) {
  if (step.isEarlier && step.state === 'completed') {
    return <p className="text-sm text-muted-foreground">You completed it before you started this path. It counts.</p>;
  }
  if (step.state === 'locked' && path.canOpen) {
    return <p className="text-sm text-muted-foreground">{lockedText(path, step)}</p>;
  }
  if (step.text === null || path.begunAt === null) return null;
  const lines = step.text.split('\n').filter((line) => line !== '');
  const paragraphs = lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text never change their places
    <p key={index} className="mt-2 max-w-168 wrap-anywhere">
      {line}
    </p>
  ));
  if (step.state === 'completed') {
    return (
      <details className="mt-1 text-sm">
        <summary className="cursor-pointer font-semibold text-primary">Read again</summary>
        {paragraphs}
      </details>
    );
  }
  return (
    <>
      {paragraphs}
      <Button
        variant="secondary"
        size="small"
        className="mt-3"
        isBusy={reading.busyId === step.id}
        onClick={() => reading.read(step)}
      >
        I have read this
        <VisuallyHidden>: {step.title}</VisuallyHidden>
      </Button>
    </>
  );
}

function StepAside({ path, step }: { path: OwnPath; step: OwnPathStep }) {
  const { state, completedAt, resource, canOpen, kind, number } = step;
  if (state === 'completed' && completedAt !== null) {
    return (
      <span className="flex items-center gap-1.5 text-success-text">
        <CircleCheck size={16} />
        Completed {shortDate(completedAt)}
      </span>
    );
  }
  if (!path.canOpen) {
    if (kind !== 'resource' || !canOpen) return null;
    return (
      <span className="text-muted-foreground">{resource?.accessType === 'free' ? 'Free' : 'You have access'}</span>
    );
  }
  if (state === 'next') return <span className="font-semibold text-accent-foreground">Next</span>;
  if (state === 'open' && number === null && kind === 'assessment') return <AssessmentAction variant="ghost" />;
  if (state === 'open' && number === null && kind !== 'text' && canOpen) {
    return (
      <StepLink
        path={path}
        step={step}
        className={buttonClasses({ variant: 'ghost', size: 'small' })}
        words={stepAction(step)}
      />
    );
  }
  return null;
}
