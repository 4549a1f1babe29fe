import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { AssessmentQuestions } from '#contract/assessment.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { Button } from '../../ui/Button.tsx';
import { useViewResults } from './api.ts';
import { dayOf, knownAnswers, type Run } from './run-display.ts';

type StepBarProps = {
  run: Run;
  questions: AssessmentQuestions;
  resourceId: number;
  /** How many questions have no answer yet. */
  missing: number;
  onPrevious: () => void;
  onNext: () => void;
};

/** Previous, Next, and once every question holds a level the way to the results (ASSESS-07, ASSESS-08, ASSESS-16). */
export function StepBar({ run, questions, resourceId, missing, onPrevious, onNext }: StepBarProps) {
  const { sections } = questions;
  const isFirst = run.currentStep === 0;
  const isLast = run.currentStep === sections.length - 1;
  const own = sections[run.currentStep]?.questions ?? [];
  const known = knownAnswers(run, sections);
  const answered = own.filter(({ id }) => Object.hasOwn(known, id)).length;
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-border pt-6">
      <p role="status" className="text-sm text-muted-foreground max-sm:w-full sm:order-2 sm:mx-auto">
        {answered} of {own.length} answered in this section
        {isLast && missing > 0 ? `; ${missing} left in all before results can be shown` : ''}
      </p>
      <Button variant="outline" disabled={isFirst} onClick={onPrevious} className="max-sm:flex-1 sm:order-1">
        <ArrowLeft size={16} />
        Previous
      </Button>
      <Button
        variant={isLast || missing === 0 ? 'outline' : 'primary'}
        disabled={isLast}
        onClick={onNext}
        className="max-sm:flex-1 sm:order-3"
      >
        Next
        <ArrowRight size={16} />
      </Button>
      {missing === 0 ? <ViewResults run={run} questions={questions} resourceId={resourceId} /> : null}
    </div>
  );
}

function ViewResults({ run, questions, resourceId }: Pick<StepBarProps, 'run' | 'questions' | 'resourceId'>) {
  const computing = useViewResults();
  const view = useSingleRun(() =>
    computing.mutateAsync({
      resourceId,
      contentVersion: questions.version,
      startedAt: run.startedAt,
      answers: knownAnswers(run, questions.sections),
      scope: run.scope || null,
      assessedOn: dayOf(run.date),
    }),
  );
  return (
    <Button isBusy={computing.isPending} onClick={() => void view()} className="max-sm:w-full sm:order-4">
      View Results
    </Button>
  );
}
