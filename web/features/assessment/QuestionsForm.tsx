import { type ReactNode, useId, useRef } from 'react';
import type { AssessmentQuestions } from '#contract/assessment.ts';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { useHeadingFocus } from '../../ui/PageHeading.tsx';
import { missingAnswers, progressOf, type Run, withAnswer, withNextStep } from './run-display.ts';
import { SectionSteps, StepBar } from './SectionSteps.tsx';

type QuestionsFormProps = {
  questions: AssessmentQuestions;
  run: Run;
  onChange: (run: Run) => void;
  /** Below the title. */
  subtitle: string;
  /** Where the answers are kept. */
  status: ReactNode;
  /** Below the sections. */
  aside: ReactNode;
  /** Asked before the first question. */
  start?: ReactNode;
  /** The button for the result, shown once every question is answered. */
  finish: ReactNode;
};

/** The questions of the assessment, a section at a time, for members and visitors. */
export function QuestionsForm({ questions, run, onChange, ...slots }: QuestionsFormProps) {
  const heading = useHeadingFocus('Responsible AI Readiness Assessment');
  const sectionHeading = useRef<HTMLHeadingElement>(null);
  const { sections } = questions;
  const section = sections[run.currentStep];
  if (!section) throw new Error(`There is no section ${run.currentStep}`);
  const firstNumber = sections.slice(0, run.currentStep).reduce((sum, one) => sum + one.questions.length, 1);

  function goTo(next: Run) {
    onChange(next);
    // The same heading element changes its text, so the focus and the scroll position are moved by hand.
    sectionHeading.current?.focus();
    sectionHeading.current?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <>
      <div className="mb-6 grid grid-cols-1 items-end gap-5 lg:mb-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            Responsible AI Readiness Assessment
          </h1>
          <p className="mt-1.5 text-muted-foreground">{slots.subtitle}</p>
        </div>
        <Progress percent={progressOf(run)} />
      </div>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10">
        <div className="self-start lg:sticky lg:top-6">
          <SectionSteps questions={questions} run={run} onOpen={(step) => goTo({ ...run, currentStep: step })} />
          {slots.aside}
        </div>
        <Card aria-labelledby="section-heading" role="region">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <div>
              <p className="text-sm text-muted-foreground">
                Section {run.currentStep + 1} of {sections.length}
              </p>
              <h2 id="section-heading" ref={sectionHeading} tabIndex={-1} className="scroll-mt-6">
                {section.title}
              </h2>
            </div>
            {slots.status}
          </div>
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
              onAnswer={(level) => onChange(withAnswer(run, sections, { questionId: question.id, level }))}
            />
          ))}
          <StepBar
            run={run}
            questions={questions}
            missing={missingAnswers(run, sections)}
            finish={slots.finish}
            onPrevious={() => goTo({ ...run, currentStep: run.currentStep - 1 })}
            onNext={() => goTo(withNextStep(run, sections))}
          />
        </Card>
      </div>
    </>
  );
}

function Progress({ percent }: { percent: number }) {
  return (
    <div>
      <div className="flex justify-between text-sm">
        <span className="font-semibold">Progress</span>
        <span className="tabular-nums">{percent}%</span>
      </div>
      <div
        role="progressbar"
        aria-label="Assessment progress"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-2 h-2 overflow-hidden rounded-full bg-progress-track"
      >
        <div className="h-full rounded-full bg-progress" style={{ width: `${percent}%` }} />
      </div>
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
  onAnswer: (level: string) => void;
};

/** One question with its four statements, the lowest level first. The arrow keys move between them. */
function QuestionGroup({ number, question, levels, answer, onAnswer }: QuestionGroupProps) {
  const id = useId();
  return (
    <fieldset
      aria-describedby={question.help ? `${id}-help` : undefined}
      className="flow-root min-w-0 border-t border-border py-8 first-of-type:mt-6"
    >
      <legend className="mb-4 flex! gap-3 text-lg leading-6 font-semibold">
        <span className="font-medium text-muted-foreground">{number}</span>
        <span>{question.text}</span>
      </legend>
      <div className="clear-both">
        {question.help ? (
          <p id={`${id}-help`} className="mb-4 max-w-152 text-sm text-muted-foreground">
            {question.help}
          </p>
        ) : null}
        <div className="grid grid-cols-1 gap-2 md:grid-cols-2 md:gap-3 xl:grid-cols-4">
          {levels.map((level, index) => (
            <Statement
              key={level.level}
              name={question.id}
              level={level}
              rank={index}
              count={levels.length}
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
  rank: number;
  count: number;
  statement: string;
  isChosen: boolean;
  onChoose: () => void;
};

/** A statement with its level's name small and after it, so that members choose a description and not a grade. */
function Statement({ name, level, rank, count, statement, isChosen, onChoose }: StatementProps) {
  const id = useId();
  return (
    <label
      className={classes(
        'flex flex-col gap-3 rounded-md border border-input bg-card p-3.5 text-sm leading-5 hover:bg-accent md:p-4',
        'has-[:checked]:border-primary has-[:checked]:bg-accent has-[:checked]:inset-ring-1 has-[:checked]:inset-ring-primary',
        'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-ring',
      )}
    >
      <span className="flex items-center gap-3">
        <input
          type="radio"
          name={name}
          value={level.level}
          checked={isChosen}
          onChange={onChoose}
          aria-labelledby={`${id}-level`}
          aria-describedby={`${id}-statement`}
          className="size-4.5 flex-none appearance-none rounded-full border-[1.5px] border-input bg-card checked:border-[5.5px] checked:border-primary focus-visible:outline-none"
        />
        <Ramp filled={rank + 1} count={count} isChosen={isChosen} />
      </span>
      <span id={`${id}-statement`} className={isChosen ? 'text-accent-foreground' : undefined}>
        {statement}
      </span>
      <span
        id={`${id}-level`}
        className={classes(
          'mt-auto text-xs font-semibold',
          isChosen ? 'text-accent-foreground' : 'text-muted-foreground',
        )}
      >
        {level.name}
      </span>
    </label>
  );
}

/** The height of a level, as bars. */
function Ramp({ filled, count, isChosen }: { filled: number; count: number; isChosen: boolean }) {
  const bars = Array.from({ length: count }, (_, index) => index);
  return (
    <span aria-hidden="true" className="grid flex-1 auto-cols-fr grid-flow-col gap-0.75 max-md:max-w-12 max-md:ml-auto">
      {bars.map((bar) => (
        <span
          key={bar}
          className={classes(
            'h-1 rounded-full',
            bar < filled ? (isChosen ? 'bg-primary' : 'bg-input') : 'bg-progress-track',
          )}
        />
      ))}
    </span>
  );
}
