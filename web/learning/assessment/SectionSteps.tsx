import { ArrowLeft, ArrowRight, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AssessmentQuestions } from '#contract/learning/assessment.ts';
import { bandOf, pointsOf } from '#contract/learning/assessment-score.ts';
import { Button } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { TextButton } from '#web/ui/TextLink.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { knownAnswers, type Run, type Skipped } from './run-display.ts';

type SectionStepsProps = { questions: AssessmentQuestions; run: Run; onOpen: (step: number) => void };

/**
 * The sections with their counts. A completed one is ticked, and any can be opened (ASSESS-05). Next ticks a section
 * even if questions are open (ASSESS-08), so a ticked section with open questions shows how many are answered.
 */
export function SectionSteps({ questions, run, onOpen }: SectionStepsProps) {
  const { sections } = questions;
  const known = knownAnswers(run, sections);
  return (
    <nav aria-label="Sections">
      <ol className="grid grid-cols-4 gap-2 lg:flex lg:flex-col lg:gap-1">
        {sections.map((section, index) => {
          const isDone = run.completedSections.includes(section.id);
          const isCurrent = index === run.currentStep;
          const count = section.questions.length;
          const answered = section.questions.filter(({ id }) => Object.hasOwn(known, id)).length;
          return (
            <li key={section.id}>
              <button
                type="button"
                aria-current={isCurrent ? 'step' : undefined}
                onClick={() => onOpen(index)}
                className="flex min-h-11 w-full gap-3 rounded-md text-left text-sm hover:bg-muted aria-[current=step]:bg-accent aria-[current=step]:text-accent-foreground max-lg:justify-center max-lg:border max-lg:border-border max-lg:p-2 lg:p-3"
              >
                <Mark number={index + 1} isDone={isDone} isCurrent={isCurrent} />
                {isDone && answered < count ? (
                  <span aria-hidden="true" className="text-xs leading-6 whitespace-nowrap lg:hidden">
                    {answered} of {count}
                  </span>
                ) : null}
                <span className="max-lg:sr-only">
                  <span className="block font-semibold">{section.title}</span>
                  <span className="block text-xs text-muted-foreground">
                    {isDone && answered < count ? `${answered} of ${count} answered` : `${count} questions`}
                  </span>
                  <Provisional questions={questions} section={section} run={run} />
                </span>
                {isDone ? <VisuallyHidden>completed</VisuallyHidden> : null}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

type MarkProps = { number: number; isDone: boolean; isCurrent: boolean };

function Mark({ number, isDone, isCurrent }: MarkProps) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'grid size-6 flex-none place-items-center rounded-full text-xs font-semibold',
        isDone && 'bg-primary text-primary-foreground',
        !isDone && (isCurrent ? 'border-2 border-primary bg-card' : 'border-[1.5px] border-input'),
      )}
    >
      {isDone ? <Check size={14} /> : number}
    </span>
  );
}

type ProvisionalProps = Pick<SectionStepsProps, 'questions' | 'run'> & {
  section: AssessmentQuestions['sections'][number];
};

/** Band of a section once its questions are answered, named as provisional; renders nothing before. */
function Provisional({ questions: { levels, sections }, section, run }: ProvisionalProps) {
  const ids = section.questions.map(({ id }) => id);
  const points = pointsOf(levels, ids, knownAnswers(run, sections));
  if (points === null) return null;
  const band = bandOf(levels, points, 'section');
  const name = levels.find(({ level }) => level === band)?.name;
  return <span className="block text-xs text-muted-foreground">Provisional: {name}</span>;
}

type StepBarProps = {
  run: Run;
  questions: AssessmentQuestions;
  missing: number;
  /** Unanswered question that the bar leads to. */
  skipped: Skipped | undefined;
  onSkipped: (question: Skipped) => void;
  /** Button that shows the results or sends the answers. */
  finish: ReactNode;
  onPrevious: () => void;
  onNext: () => void;
};

/**
 * Previous, Next, a way to a skipped question, and `finish` once every question is answered; always in view
 * (ASSESS-07, ASSESS-08, ASSESS-16, ASSESS-20).
 */
export function StepBar({ run, questions, missing, skipped, onSkipped, finish, onPrevious, onNext }: StepBarProps) {
  const { sections } = questions;
  const isFirst = run.currentStep === 0;
  const isLast = run.currentStep === sections.length - 1;
  const own = sections[run.currentStep]?.questions ?? [];
  const known = knownAnswers(run, sections);
  const answered = own.filter(({ id }) => Object.hasOwn(known, id)).length;
  return (
    <div className="sticky bottom-0 -mx-5 -mb-5 flex flex-wrap items-center gap-3 rounded-b-lg border-t border-border bg-card px-5 py-3 lg:-mx-6 lg:-mb-6 lg:px-6">
      <p className="flex flex-wrap items-center justify-center gap-x-1.5 text-sm text-muted-foreground max-sm:w-full sm:order-2 sm:mx-auto">
        <span role="status" className="tabular-nums">
          {answered} of {own.length} answered
          {isLast && missing > 0 ? `, ${missing} left in all` : ''}
        </span>
        {skipped ? (
          <>
            <span aria-hidden="true">·</span>
            <TextButton className="text-warning-text! underline" onClick={() => onSkipped(skipped)}>
              go to question {skipped.number}
            </TextButton>
          </>
        ) : null}
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
      {missing === 0 ? finish : null}
    </div>
  );
}
