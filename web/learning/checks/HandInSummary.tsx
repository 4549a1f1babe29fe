import { ArrowRight, CircleCheck, CircleDashed } from 'lucide-react';
import type { AttemptQuestion } from '#contract/learning/checks.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { useHeadingFocus } from '#web/ui/PageHeading.tsx';
import { questionsText } from './check-display.ts';

type HandInSummaryProps = {
  questions: readonly AttemptQuestion[];
  unanswered: readonly number[];
  isBusy: boolean;
  onHandIn: () => void;
  onQuestion: (number: number) => void;
  onBack: () => void;
};

/** Last look before handing in, with the questions that have no answer. */
export function HandInSummary({ questions, unanswered, isBusy, onHandIn, onQuestion, onBack }: HandInSummaryProps) {
  const heading = useHeadingFocus('Before you hand in');
  const open = questions.filter(({ number }) => unanswered.includes(number));
  return (
    <Card className="mx-auto flex max-w-176 flex-col gap-5">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          Before you hand in
        </h1>
        <p className="mt-1.5 flex items-start gap-2 text-muted-foreground tabular-nums">
          {open.length === 0 ? (
            <CircleCheck size={18} className="mt-0.5 flex-none text-success-text" />
          ) : (
            <CircleDashed size={18} className="mt-0.5 flex-none text-warning-text" />
          )}
          {open.length === 0
            ? `You have answered all ${questionsText(questions.length)}.`
            : `You have answered ${questions.length - open.length} of ${questionsText(questions.length)}. Those without an answer count as wrong.`}
        </p>
      </div>
      {open.length > 0 ? (
        <section aria-labelledby="unanswered-heading">
          <h2 id="unanswered-heading" className="text-base!">
            Not answered
          </h2>
          <ul className="lines-between mt-2 rounded-md border border-border">
            {open.map(({ number, text }) => (
              <li key={number}>
                <button
                  type="button"
                  disabled={isBusy}
                  onClick={() => onQuestion(number)}
                  className="flex min-h-11 w-full items-center gap-3 px-4 py-2.5 text-left text-sm hover:bg-accent"
                >
                  <span className="w-6 flex-none font-semibold text-muted-foreground tabular-nums">{number}</span>
                  <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{text}</span>
                  <ArrowRight size={16} className="flex-none text-primary" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <p className="text-sm text-muted-foreground">After handing in, the answers of this attempt cannot be changed.</p>
      <div className="flex flex-wrap gap-3 max-sm:flex-col-reverse">
        <Button variant="outline" disabled={isBusy} onClick={onBack}>
          Back to the questions
        </Button>
        <Button isBusy={isBusy} onClick={onHandIn}>
          Hand in
        </Button>
      </div>
    </Card>
  );
}
