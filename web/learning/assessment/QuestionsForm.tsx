import { CircleDashed } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { AssessmentQuestions } from '#contract/learning/assessment.ts';
import { answeredPercent } from '#contract/learning/assessment-questions.ts';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { useHeadingFocus } from '#web/ui/PageHeading.tsx';
import { missingAnswers, type Run, skippedQuestions, withAnswer, withNextStep } from './run-display.ts';
import { SectionSteps, StepBar } from './SectionSteps.tsx';

type QuestionsFormProps = {
  questions: AssessmentQuestions;
  run: Run;
  onChange: (run: Run) => void;
  subtitle: string;
  /** State of saving. */
  status: ReactNode;
  /** Button that leaves the questions, beside the status. */
  leave?: ReactNode;
  /** Content below the list of sections. */
  aside: ReactNode;
  /** Content before the first question. */
  start?: ReactNode;
  /** Button that shows the result or sends the answers; rendered once every question is answered. */
  finish: ReactNode;
};

/** Questions of the assessment, one section at a time: for members, for visitors, and for people invited to a round. */
export function QuestionsForm({ questions, run, onChange, ...slots }: QuestionsFormProps) {
  const heading = useHeadingFocus('Responsible AI Readiness Assessment');
  const sectionHeading = useRef<HTMLHeadingElement>(null);
  const { sections } = questions;
  const section = sections[run.currentStep];
  if (!section) throw new Error(`There is no section ${run.currentStep}`);
  const firstNumber = sections.slice(0, run.currentStep).reduce((sum, one) => sum + one.questions.length, 1);
  const skipped = skippedQuestions(run, sections);
  const wanted = useRef<number>(null);

  // The question may belong to another section, which is rendered first.
  useEffect(() => {
    if (wanted.current !== null && focusQuestion(wanted.current)) wanted.current = null;
  });

  function goTo(next: Run) {
    onChange(next);
    // Every section has the same heading element, so focus and scroll position are moved explicitly.
    sectionHeading.current?.focus();
    sectionHeading.current?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Responsible AI Readiness Assessment
      </h1>
      <p className="mt-1.5 text-muted-foreground">{slots.subtitle}</p>
      <div className="sticky top-0 z-10 -mx-4 mt-2 mb-6 flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-border bg-background px-4 py-3 lg:mx-0 lg:px-0">
        <Progress percent={answeredPercent(run.answers)} />
        {slots.status}
        {slots.leave}
      </div>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10">
        <div className="self-start lg:sticky lg:top-24">
          <SectionSteps questions={questions} run={run} onOpen={(step) => goTo({ ...run, currentStep: step })} />
          {slots.aside}
        </div>
        <Card aria-labelledby="section-heading" role="region">
          <p className="text-sm text-muted-foreground">
            Section {run.currentStep + 1} of {sections.length}
          </p>
          <h2 id="section-heading" ref={sectionHeading} tabIndex={-1} className="scroll-mt-32">
            {section.title}
          </h2>
          <p className="mt-1 max-w-152 text-muted-foreground">{section.intro}</p>
          {run.currentStep === 0 ? slots.start : null}
          <p className="mt-5 max-w-176 text-sm text-muted-foreground">
            {questions.answering} <strong className="font-semibold">{questions.disclaimer}</strong>
          </p>
          {section.questions.map((question, index) => (
            <QuestionGroup
              key={question.id}
              number={firstNumber + index}
              question={question}
              levels={questions.levels}
              answer={run.answers[question.id]}
              isSkipped={skipped.some(({ number }) => number === firstNumber + index)}
              onAnswer={(level) => onChange(withAnswer(run, sections, { questionId: question.id, level }))}
            />
          ))}
          <StepBar
            run={run}
            questions={questions}
            missing={missingAnswers(run, sections)}
            skipped={skipped.find(({ step }) => step === run.currentStep) ?? skipped[0]}
            onSkipped={({ number, step }) => {
              if (focusQuestion(number)) return;
              wanted.current = number;
              onChange({ ...run, currentStep: step });
            }}
            finish={slots.finish}
            onPrevious={() => goTo({ ...run, currentStep: run.currentStep - 1 })}
            onNext={() => goTo(withNextStep(run, sections))}
          />
        </Card>
      </div>
    </>
  );
}

/**
 * Focuses the first statement of a question on screen, and scrolls to the question.
 * @returns whether the question is there
 */
function focusQuestion(number: number): boolean {
  const group = document.getElementById(`question-${number}`);
  group?.querySelector('input')?.focus({ preventScroll: true });
  group?.scrollIntoView({ block: 'start' });
  return group !== null;
}

function Progress({ percent }: { percent: number }) {
  return (
    <div className="flex min-w-40 flex-1 items-center gap-3 max-sm:order-last max-sm:basis-full">
      <div
        role="progressbar"
        aria-label="Assessment progress"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-progress-track"
      >
        <div className="h-full rounded-full bg-progress" style={{ width: `${percent}%` }} />
      </div>
      <span aria-hidden="true" className="text-sm font-semibold tabular-nums">
        {percent}%
      </span>
    </div>
  );
}

type Question = AssessmentQuestions['sections'][number]['questions'][number];
type Level = AssessmentQuestions['levels'][number];

type QuestionGroupProps = {
  number: number;
  question: Question;
  levels: readonly Level[];
  answer: string | undefined;
  isSkipped: boolean;
  onAnswer: (level: string) => void;
};

/** Question with its four statements, the lowest level first. The arrow keys move between them. */
function QuestionGroup({ number, question, levels, answer, isSkipped, onAnswer }: QuestionGroupProps) {
  const id = useId();
  return (
    <fieldset
      id={`question-${number}`}
      aria-describedby={question.help ? `${id}-help` : undefined}
      className="flow-root min-w-0 scroll-mt-24 border-t border-border py-8 first-of-type:mt-6 max-sm:scroll-mt-32"
    >
      <legend className="mb-4 flex! gap-3 text-lg leading-6 font-semibold">
        <span className="font-medium text-muted-foreground">{number}</span>
        <span>{question.text}</span>
      </legend>
      <div className="clear-both">
        {isSkipped ? (
          <p className="mb-3 flex items-center gap-2 text-sm font-semibold text-warning-text">
            <CircleDashed size={16} />
            Not answered yet
          </p>
        ) : null}
        {question.help ? (
          <p id={`${id}-help`} className="mb-4 max-w-152 text-sm text-muted-foreground">
            {question.help}
          </p>
        ) : null}
        <div className="flex flex-col gap-2">
          {levels.map((level) => (
            <Statement
              key={level.level}
              name={question.id}
              level={level}
              statement={question.statements[level.level]}
              isChosen={answer === level.level}
              onChoose={() => onAnswer(level.level)}
            />
          ))}
        </div>
      </div>
    </fieldset>
  );
}

type StatementProps = {
  name: string;
  level: Level;
  statement: string;
  isChosen: boolean;
  onChoose: () => void;
};

/** Statement followed by its level's name in small type, so that people choose a description and not a grade. */
function Statement({ name, level, statement, isChosen, onChoose }: StatementProps) {
  const id = useId();
  return (
    <label
      className={classes(
        'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 rounded-md border border-input bg-card p-3.5 text-sm leading-5 hover:bg-accent md:grid-cols-[auto_minmax(0,1fr)_6rem] md:p-4',
        'has-[:checked]:border-primary has-[:checked]:bg-accent has-[:checked]:inset-ring-1 has-[:checked]:inset-ring-primary',
        'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-ring',
      )}
    >
      <input
        type="radio"
        name={name}
        value={level.level}
        checked={isChosen}
        onChange={onChoose}
        aria-labelledby={`${id}-level`}
        aria-describedby={`${id}-statement`}
        className="mt-px size-4.5 flex-none scroll-mt-28 scroll-mb-28 appearance-none rounded-full border-[1.5px] border-input bg-card checked:border-[5.5px] checked:border-primary focus-visible:outline-none"
      />
      <span id={`${id}-statement`} className={isChosen ? 'text-accent-foreground' : undefined}>
        {statement}
      </span>
      <span
        id={`${id}-level`}
        className={classes(
          'text-xs leading-5 max-md:col-start-2 md:text-right',
          isChosen ? 'font-semibold text-accent-foreground' : 'text-muted-foreground',
        )}
      >
        {level.name}
      </span>
    </label>
  );
}
