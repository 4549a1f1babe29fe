import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Download } from 'lucide-react';
import type { AssessmentResult } from '#contract/learning/assessment.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { classes } from '#web/ui/classes.ts';
import { useHeadingFocus } from '#web/ui/PageHeading.tsx';
import { RetakeButton } from './AssessmentButton.tsx';
import { useReport } from './api.ts';
import { ownAssessmentQuery } from './plan-api.ts';
import { cappedScoreText, changedAnswers, dayOfAttempt, levelName, scaleOf } from './results-display.ts';

export function ResultsHead({ result }: { result: AssessmentResult }) {
  const { overall, scope } = result;
  const title = `Overall maturity: ${levelName(result, overall.band)}`;
  const heading = useHeadingFocus(title);
  const about = ['Responsible AI Readiness Assessment', dayOfAttempt(result), scope].filter(Boolean).join(' · ');
  return (
    <section className="field-brand mb-6 grid grid-cols-1 items-end gap-6 rounded-lg px-5 py-6 lg:mb-8 lg:grid-cols-[minmax(0,1fr)_auto] lg:gap-8 lg:p-9">
      <div>
        <p className="mb-2 text-sm text-on-brand-muted wrap-anywhere">{about}</p>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="mt-2 max-w-144 text-on-brand-muted">{overall.meaning}</p>
        <p className="mt-2 max-w-144 text-on-brand-muted">What usually comes next: {overall.next}</p>
        {cappedScoreText(result).map((sentence) => (
          <p key={sentence} className="mt-3 max-w-144 border-l-2 border-purpose-art pl-3 font-semibold">
            {sentence}
          </p>
        ))}
        <HeadActions result={result} />
      </div>
      <OverallScore result={result} />
    </section>
  );
}

/** Percent, points and the scale of levels, on a brand field. */
export function OverallScore({ result }: { result: AssessmentResult }) {
  const { overall } = result;
  return (
    <div>
      <p className="text-sm text-on-brand-muted">Overall</p>
      <p className="flex items-baseline gap-3">
        <span className="font-display text-[4rem] leading-none font-semibold tracking-[-0.03em] tabular-nums">
          {overall.percent}%
        </span>
        <span className="text-on-brand-muted tabular-nums">
          {overall.points} of {overall.most} points
        </span>
      </p>
      <ul className="mt-4 grid grid-cols-4 gap-1 text-xs leading-5 lg:grid-cols-[repeat(4,5.25rem)]">
        {scaleOf(result).map(({ level, name, percent }) => (
          <li
            key={level}
            className={classes(level === overall.band ? 'font-semibold text-on-brand' : 'text-on-brand-muted')}
          >
            <span aria-hidden="true" className="mb-1.5 block h-1.5 overflow-hidden rounded-full bg-brand-raised">
              <span className="block h-full bg-purpose-art" style={{ width: `${percent}%` }} />
            </span>
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

function HeadActions({ result }: { result: AssessmentResult }) {
  const { data: own } = useQuery(ownAssessmentQuery);
  return (
    <div className="mt-6 flex flex-wrap gap-3 max-sm:flex-col">
      <Link to="/my-plan" className={buttonClasses({ variant: 'brand' })}>
        Open my plan
      </Link>
      <ReportButton id={result.id} />
      {own?.resource?.hasAccess ? <RetakeButton tool={own.resource} variant="on-brand" /> : null}
    </div>
  );
}

/** Button that downloads a result as a PDF, on a brand field. */
export function ReportButton({ id }: { id: number }) {
  const report = useReport(id);
  return (
    <Button variant="on-brand" isBusy={report.isPending} onClick={() => report.mutate()}>
      {report.isPending ? null : <Download size={18} />}
      Download report
    </Button>
  );
}

/** Changes since the previous attempt, and the finished actions of its plan; renders nothing for the first attempt. */
export function SinceBefore({ result }: { result: AssessmentResult }) {
  const { previous, overall } = result;
  if (!previous) return null;
  const changed = changedAnswers(result);
  return (
    <div>
      <h3>Since {dayOfAttempt(previous)}</h3>
      <p className="mt-1 text-muted-foreground">
        {previous.bandName}, {previous.percent}% then; {levelName(result, overall.band)}, {overall.percent}% now.
        {previous.isComparable
          ? ''
          : ' That attempt answered another version of the questions, so single answers are not compared.'}
      </p>
      {changed.length > 0 ? (
        <ul className="mt-4 grid grid-cols-1 gap-x-8 gap-y-1.5 text-sm md:grid-cols-2">
          {changed.map(({ questionId, title, level, previousLevel }) => (
            <li key={questionId}>
              <span className="font-semibold">{title}:</span> {previousLevel && levelName(result, previousLevel)} to{' '}
              {levelName(result, level)}
            </li>
          ))}
        </ul>
      ) : null}
      {previous.doneActions.length > 0 ? (
        <>
          <h4 className="mt-5 font-semibold">Actions done</h4>
          <ul className="mt-2 flex flex-col gap-1.5 text-sm">
            {previous.doneActions.map(({ id, text }) => (
              <li key={id} className="flex items-start gap-2">
                <CircleCheck size={16} className="mt-0.5 text-success-text" />
                {text}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
