import { Link } from '@tanstack/react-router';
import { ArrowRight, ChevronDown, CircleCheck, CircleX } from 'lucide-react';
import type { CheckAnswer, ReviewedQuestion } from '#contract/learning/checks.ts';
import { Card } from '#web/ui/Card.tsx';
import { classes } from '#web/ui/classes.ts';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { placeLink, placeName } from './check-display.ts';

type ResultReviewProps = { resourceId: number; questions: readonly ReviewedQuestion[] };

/** Answers of an attempt with the right ones and explanations: the wrong ones first, the others folded. */
export function ResultReview({ resourceId, questions }: ResultReviewProps) {
  const wrong = questions.filter(({ isRight }) => !isRight);
  const right = questions.filter(({ isRight }) => isRight);
  return (
    <section aria-labelledby="answers-heading">
      <Card isPadded={false} className="overflow-hidden">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-5 py-4 lg:px-6">
          <h2 id="answers-heading" className="text-lg!">
            Your answers
          </h2>
          <span className="text-sm text-muted-foreground tabular-nums">
            {wrong.length} wrong, {right.length} right
          </span>
        </div>
        <ReviewList resourceId={resourceId} questions={wrong} />
        {right.length > 0 ? (
          <details className="group border-t border-border">
            <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 px-5 py-3 text-sm font-semibold lg:px-6 [&::-webkit-details-marker]:hidden">
              <ChevronDown size={16} className="group-open:rotate-180" />
              {right.length === 1
                ? '1 right answer with its explanation'
                : `${right.length} right answers with their explanations`}
            </summary>
            <ReviewList resourceId={resourceId} questions={right} />
          </details>
        ) : null}
      </Card>
    </section>
  );
}

function ReviewList({ resourceId, questions }: ResultReviewProps) {
  return (
    <ol>
      {questions.map((question) => (
        <Reviewed key={question.number} resourceId={resourceId} question={question} />
      ))}
    </ol>
  );
}

const ownNames = { order: 'Your order', several: 'Your answers' } as const;
const rightNames = { order: 'Right order', several: 'Right answers', text: 'Accepted', number: 'Accepted' } as const;

function Reviewed({ resourceId, question }: { resourceId: number; question: ReviewedQuestion }) {
  const { number, kind, text, picture, answer, isRight, isVoid, rightAnswer, accepted, explanation, pointer } =
    question;
  const names: { own: Record<string, string>; right: Record<string, string> } = { own: ownNames, right: rightNames };
  const right = accepted.length > 0 ? accepted : wordsOf(question, rightAnswer);
  return (
    <li className="border-t border-border px-5 py-4 text-sm lg:px-6">
      <div className="flex items-start gap-3">
        <span className={classes('mt-0.5 flex-none', isRight ? 'text-success-text' : 'text-danger-text')}>
          {isRight ? <CircleCheck size={20} /> : <CircleX size={20} />}
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap justify-between gap-x-4">
            <h3 className="min-w-0 text-base! leading-6! text-pretty whitespace-pre-line wrap-anywhere">
              {number}. {text}
            </h3>
            <span className={classes('font-semibold', isRight ? 'text-success-text' : 'text-danger-text')}>
              {isVoid ? 'Counts as right' : isRight ? 'Right' : 'Wrong'}
            </span>
          </div>
          {isVoid ? (
            <p className="mt-1 text-muted-foreground">This question was faulty and counts as right for everybody.</p>
          ) : null}
          {picture ? (
            <img
              src={picture.url}
              alt={picture.text}
              width={picture.width ?? undefined}
              height={picture.height ?? undefined}
              className="mt-2 h-auto max-h-48 w-auto max-w-full rounded-md border border-border"
            />
          ) : null}
          <dl className="mt-1.5 grid gap-x-4 gap-y-1.5 lg:grid-cols-[7.5rem_minmax(0,1fr)]">
            <Words
              name={names.own[kind] ?? 'Your answer'}
              words={wordsOf(question, answer)}
              isOrder={kind === 'order'}
            />
            {isRight && accepted.length === 0 ? null : (
              <Words name={names.right[kind] ?? 'Right answer'} words={right} isOrder={kind === 'order'} />
            )}
          </dl>
          {explanation !== '' || pointer ? (
            <div className="mt-3 flex items-start justify-between gap-x-4 gap-y-2 rounded-md bg-background px-4 py-3 max-lg:flex-col">
              <span className="min-w-0 text-pretty whitespace-pre-line wrap-anywhere">{explanation}</span>
              {pointer ? (
                <Link
                  {...placeLink(resourceId, pointer)}
                  className={`${textLinkClasses} flex-none pointer-coarse:min-h-11 lg:max-w-60`}
                >
                  {placeName(pointer)}
                  <ArrowRight size={16} className="flex-none" />
                </Link>
              ) : null}
            </div>
          ) : null}
        </div>
      </div>
    </li>
  );
}

function Words({ name, words, isOrder }: { name: string; words: readonly string[]; isOrder: boolean }) {
  const List = isOrder ? 'ol' : 'ul';
  return (
    <div className="contents">
      <dt className="text-muted-foreground max-lg:text-xs">{name}</dt>
      <dd className="min-w-0 wrap-anywhere max-lg:mb-1.5">
        {words.length === 0 ? <span className="text-muted-foreground">No answer</span> : null}
        {words.length === 1 ? words[0] : null}
        {words.length > 1 ? (
          <List className={isOrder ? 'list-decimal pl-5' : undefined}>
            {words.map((word) => (
              <li key={word}>{word}</li>
            ))}
          </List>
        ) : null}
      </dd>
    </div>
  );
}

/** Returns an answer in words, one line for each option or pair. */
function wordsOf({ options, counterparts }: ReviewedQuestion, answer: CheckAnswer): string[] {
  if (answer === null) return [];
  if ('text' in answer) return [answer.text];
  const textOf = (list: readonly { id: string; text: string }[], id: string) =>
    list.find((one) => one.id === id)?.text ?? '';
  if ('options' in answer) return answer.options.map((id) => textOf(options, id));
  return answer.pairs.map(
    ({ option, counterpart }) => `${textOf(options, option)} – ${textOf(counterparts, counterpart)}`,
  );
}
