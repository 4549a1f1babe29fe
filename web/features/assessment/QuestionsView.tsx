import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useRef } from 'react';
import type { AssessmentQuestions } from '#contract/assessment.ts';
import type { ToolAccess } from '#contract/tools.ts';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { useHeadingFocus } from '../../ui/PageHeading.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { textLinkClasses } from '../../ui/TextLink.tsx';
import { historyQuery } from './api.ts';
import { QuestionGroup } from './QuestionGroup.tsx';
import { missingAnswers, progressOf, type Run, withAnswer, withNextStep } from './run-display.ts';
import { SavedStatus, SectionSteps, StepBar } from './SectionSteps.tsx';
import { useRun } from './use-run.ts';

type QuestionsViewProps = { token: string; access: ToolAccess; userId: number; questions: AssessmentQuestions };

/** The questions, a section at a time; every change is saved. */
export function QuestionsView({ token, access, userId, questions }: QuestionsViewProps) {
  const { run, change, state } = useRun({ token, access, userId });
  const heading = useHeadingFocus('Responsible AI Readiness Assessment');
  const sectionHeading = useRef<HTMLHeadingElement>(null);
  const { sections } = questions;
  const section = sections[run.currentStep];
  if (!section) throw new Error(`There is no section ${run.currentStep}`);
  const firstNumber = sections.slice(0, run.currentStep).reduce((sum, one) => sum + one.questions.length, 1);

  function goTo(next: Run) {
    change(next);
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
          <p className="mt-1.5 text-muted-foreground">Welcome, {access.user.firstName}</p>
        </div>
        <Progress percent={progressOf(run)} />
      </div>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10">
        <div className="self-start lg:sticky lg:top-6">
          <SectionSteps questions={questions} run={run} onOpen={(step) => goTo({ ...run, currentStep: step })} />
          <LastResult />
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
            <SavedStatus state={state} />
          </div>
          <p className="mt-1 max-w-152 text-muted-foreground">{section.intro}</p>
          {run.currentStep === 0 ? <ScopeFields run={run} onChange={change} /> : null}
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
              onAnswer={(level) => change(withAnswer(run, sections, { questionId: question.id, level }))}
            />
          ))}
          <StepBar
            run={run}
            questions={questions}
            resourceId={access.resource.id}
            missing={missingAnswers(run, sections)}
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

/** A link to the latest result, if there is one. */
function LastResult() {
  const { data } = useQuery(historyQuery(1));
  const [latest] = data?.items ?? [];
  if (!latest) return null;
  return (
    <Link
      to="/tools/responsible-ai-assessment"
      search={{ attempt: String(latest.id) }}
      className={`${textLinkClasses} mt-3 min-h-11 px-3 max-lg:px-0`}
    >
      <History size={16} />
      Latest results
    </Link>
  );
}

/** Subject and date of the answers; asked first, both optional (ASSESS-16). */
function ScopeFields({ run, onChange }: { run: Run; onChange: (run: Run) => void }) {
  return (
    <div className="mt-5 grid grid-cols-1 gap-4 border-t border-border pt-5 sm:grid-cols-[minmax(0,1fr)_12rem]">
      <Field label="Scope" isOptional hint="The whole organisation, or one division">
        <TextInput
          value={run.scope}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => onChange({ ...run, scope: event.target.value })}
        />
      </Field>
      <Field label="Date" isOptional hint="The day your answers stand for">
        <TextInput type="date" value={run.date} onChange={(event) => onChange({ ...run, date: event.target.value })} />
      </Field>
    </div>
  );
}
