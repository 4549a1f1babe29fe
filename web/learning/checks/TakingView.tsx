import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight, Check } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { CheckState, OpenAttempt } from '#contract/learning/checks.ts';
import { useAction } from '#web/platform/action.ts';
import { usePage } from '#web/platform/page.ts';
import { usePageState } from '#web/platform/page-state.ts';
import { toast } from '#web/platform/toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { useHeadingFocus } from '#web/ui/PageHeading.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { useHandIn } from './api.ts';
import { CheckFrame } from './CheckFrame.tsx';
import { aboutAttempt, unansweredOf } from './check-display.ts';
import { checkSearch } from './check-search.ts';
import { HandInSummary } from './HandInSummary.tsx';
import { type CheckView, keepView, keptView } from './kept-view.ts';
import { focusQuestion, QuestionCard } from './QuestionCard.tsx';
import { SavedStatus } from './SavedStatus.tsx';
import { TimeLeft } from './TimeLeft.tsx';
import { useAttempt } from './use-attempt.ts';

type TakingViewProps = { attempt: OpenAttempt; check: CheckState };

/** Questions of an attempt; every answer is saved. */
export function TakingView({ attempt, check }: TakingViewProps) {
  const { questions, resourceId, title } = attempt;
  const [{ question, step }, change] = usePageState(checkSearch);
  const { answers, answer, state, savedAt, sendAll } = useAttempt(attempt);
  const [view, setView] = useView();
  const heading = useHeadingFocus(`Check: ${title}`);
  const open = unansweredOf(questions, answers);
  const current = Math.min(question ?? 1, questions.length);
  const handing = useHandIn(resourceId, attempt.id);
  const { mutate: handIn } = useAction({
    send: async () => {
      if (await sendAll()) return handing.mutateAsync();
      const description = 'Your last answers could not be sent. Check your connection, then hand in again.';
      return toast({ title: 'The check was not handed in', description, tone: 'destructive' });
    },
  });
  const leave = useLeave(resourceId, sendAll);
  const goTo = useGoTo({
    view,
    isShown: step === null,
    show: (number) => change({ attempt: null, question: number, step: null }),
  });
  const summarise = () => change({ attempt: null, question: current, step: 'summary' });
  usePage(`Check: ${title}`);

  const header = (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 px-4 py-2 lg:min-h-(--header-height) lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)_minmax(0,1fr)] lg:gap-6 lg:px-10">
      <p className="truncate text-sm font-semibold">Check: {title}</p>
      <Answered count={questions.length} answered={questions.length - open.length} isAlone={!attempt.hasTimeLimit} />
      <div className="flex items-center justify-end gap-4 max-lg:contents">
        {attempt.hasTimeLimit ? (
          <div className="max-lg:col-start-2 max-lg:row-start-2">
            <TimeLeft attempt={attempt} />
          </div>
        ) : null}
        <SavedStatus state={state} savedAt={savedAt} />
        <Button
          variant="outline"
          size="small"
          isBusy={leave.isBusy}
          disabled={handing.isPending}
          onClick={leave.start}
          className="max-lg:col-start-2 max-lg:row-start-1"
        >
          Save and leave
        </Button>
      </div>
    </div>
  );
  if (step === 'summary') {
    return (
      <CheckFrame header={header}>
        <HandInSummary
          questions={questions}
          unanswered={open}
          isBusy={handing.isPending}
          onHandIn={() => handIn()}
          onQuestion={goTo}
          onBack={() => goTo(current)}
        />
      </CheckFrame>
    );
  }
  return (
    <CheckFrame
      width="wide"
      header={header}
      footer={
        <Steps current={current} count={questions.length} view={view} open={open} onGoTo={goTo} onSummary={summarise} />
      }
    >
      <div className="flex items-end gap-6 lg:mb-5">
        <div className="min-w-0 max-lg:sr-only">
          <h1 ref={heading} tabIndex={-1} className="wrap-anywhere">
            {title}: check
          </h1>
          <p className="mt-1 text-sm text-muted-foreground tabular-nums">{aboutAttempt(attempt, check)}</p>
        </div>
        <ViewSwitch view={view} onChange={setView} className="ml-auto flex-none max-lg:mb-6 max-sm:hidden" />
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[13rem_minmax(0,1fr)] lg:items-start lg:gap-10">
        <Numbers questions={questions} open={open} current={current} onGoTo={goTo} />
        <div className="flex min-w-0 flex-col gap-5">
          {questions
            .filter(({ number }) => view === 'all' || number === current)
            .map((one) => (
              <QuestionCard
                key={one.number}
                question={one}
                answer={answers[one.number] ?? null}
                onAnswer={(given, options) => answer(one.number, given, options)}
                count={view === 'one' ? questions.length : undefined}
              />
            ))}
          <ViewSwitch view={view} onChange={setView} className="sm:hidden" />
        </div>
      </div>
    </CheckFrame>
  );
}

/** Returns the view, and a function that changes it: the member's last choice, otherwise one question on phones. */
function useView() {
  const isPhone = !useMedia('(min-width: 40rem)');
  const [chosen, setChosen] = useState(keptView);
  const choose = (view: CheckView) => {
    keepView(view);
    setChosen(view);
  };
  return [chosen ?? (isPhone ? 'one' : 'all'), choose] as const;
}

type GoTo = { view: CheckView; isShown: boolean; show: (number: number) => void };

/** Returns a function that shows a question and gives it the focus. */
function useGoTo({ view, isShown, show }: GoTo) {
  const wanted: RefObject<number | null> = useRef(null);
  // With one question a screen, or after the summary, the question is rendered first.
  useEffect(() => {
    if (wanted.current !== null && scrollToQuestion(wanted.current)) wanted.current = null;
  });
  return (number: number) => {
    show(number);
    const isThere = isShown && view === 'all' && scrollToQuestion(number);
    wanted.current = isThere ? null : number;
  };
}

/** Focuses a question on screen and scrolls to it, and says whether it is there. */
function scrollToQuestion(number: number): boolean {
  const group = focusQuestion(number);
  group?.scrollIntoView({ block: 'start' });
  return group !== null;
}

/** Leaves the questions once the last answer is saved or known to be unsaved. */
function useLeave(resourceId: number, sendAll: () => Promise<boolean>) {
  const navigate = useNavigate();
  const { mutate, isPending } = useAction({
    send: async () => {
      await sendAll();
      toast({ title: 'Your answers are kept', description: 'Continue the check from the page of the resource.' });
      await navigate({ to: '/resource/$id', params: { id: String(resourceId) } });
    },
  });
  return { isBusy: isPending, start: () => mutate() };
}

type AnsweredProps = {
  count: number;
  answered: number;
  /** Whether the count has a row of its own below 1024 px. */
  isAlone: boolean;
};

function Answered({ count, answered, isAlone }: AnsweredProps) {
  return (
    <div className={classes('flex items-center gap-3.5 text-sm', isAlone && 'max-lg:col-span-full')}>
      <div
        role="progressbar"
        aria-label="Answered questions"
        aria-valuenow={answered}
        aria-valuemin={0}
        aria-valuemax={count}
        className="h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-progress-track"
      >
        <div className="h-full rounded-full bg-progress" style={{ width: `${(100 * answered) / count}%` }} />
      </div>
      <span aria-hidden="true" className="font-semibold whitespace-nowrap tabular-nums">
        {answered} of {count}
      </span>
    </div>
  );
}

const views: readonly { value: CheckView; label: string }[] = [
  { value: 'one', label: 'One at a time' },
  { value: 'all', label: 'All' },
];

type ViewSwitchProps = { view: CheckView; onChange: (view: CheckView) => void; className: string };

function ViewSwitch({ view, onChange, className }: ViewSwitchProps) {
  const id = useId();
  return (
    <fieldset className={classes('inline-grid grid-cols-2 rounded-md bg-muted p-[3px]', className)}>
      <legend className="sr-only">Show questions</legend>
      {views.map(({ value, label }) => (
        <label
          key={value}
          className={classes(
            'relative grid min-h-9 place-items-center rounded-sm px-3.5 text-sm font-semibold whitespace-nowrap pointer-coarse:min-h-10',
            'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-ring',
            view === value ? 'bg-card text-foreground shadow-sm' : 'text-muted-foreground',
          )}
        >
          <input
            type="radio"
            name={id}
            checked={view === value}
            onChange={() => onChange(value)}
            className="absolute inset-0 cursor-pointer appearance-none focus-visible:outline-none"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

type NumbersProps = {
  questions: OpenAttempt['questions'];
  open: readonly number[];
  current: number;
  onGoTo: (number: number) => void;
};

/** The questions by number: answered ones are ticked, and each can be opened. */
function Numbers({ questions, open, current, onGoTo }: NumbersProps) {
  const list = useRef<HTMLOListElement>(null);
  // Below 1024 px the row scrolls sideways. Only the row is scrolled, not the page.
  useEffect(() => {
    const row = list.current;
    const item = row?.children[current - 1];
    if (row && item instanceof HTMLElement) {
      row.scrollLeft = item.offsetLeft - row.offsetLeft - (row.clientWidth - item.offsetWidth) / 2;
    }
  }, [current]);
  return (
    <nav aria-label="Questions" className="lg:sticky lg:top-22 lg:max-h-[calc(100dvh-11rem)] lg:overflow-y-auto">
      <ol
        ref={list}
        className="flex gap-1 max-lg:-mx-1 max-lg:overflow-x-auto max-lg:p-1 scrollbar-none lg:flex-col lg:gap-0.5"
      >
        {questions.map(({ number, text }) => {
          const isDone = !open.includes(number);
          const isCurrent = number === current;
          return (
            // Positioned, so that the hidden words scroll with the row and do not widen the page.
            <li key={number} className="relative">
              <button
                type="button"
                aria-current={isCurrent ? 'step' : undefined}
                onClick={() => onGoTo(number)}
                className="flex w-full items-center gap-3 rounded-md p-1 text-left text-sm hover:bg-muted lg:px-2.5 lg:py-1.5 lg:aria-[current=step]:bg-accent lg:aria-[current=step]:font-semibold lg:aria-[current=step]:text-accent-foreground"
              >
                <span
                  aria-hidden="true"
                  className={classes(
                    'grid size-7.5 flex-none place-items-center rounded-full text-xs font-semibold tabular-nums lg:size-6',
                    isDone && 'bg-primary text-primary-foreground',
                    !isDone && (isCurrent ? 'border-2 border-primary' : 'border-[1.5px] border-input'),
                    isDone && isCurrent && 'outline-2 outline-offset-1 outline-primary',
                  )}
                >
                  {isDone ? <Check size={14} /> : number}
                </span>
                <span className="sr-only">
                  Question {number}, {isDone ? 'answered' : 'not answered'}
                  <span className="max-lg:hidden">: </span>
                </span>
                <span className="line-clamp-1 min-w-0 wrap-anywhere max-lg:hidden">{text}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

type StepsProps = {
  current: number;
  count: number;
  view: CheckView;
  open: readonly number[];
  onGoTo: (number: number) => void;
  onSummary: () => void;
};

/**
 * Bar that is always in view. With one question at a time it has Previous and Next, and the way to the summary only at
 * the last question or once all are answered.
 */
function Steps({ current, count, view, open, onGoTo, onSummary }: StepsProps) {
  const [next = 1] = open;
  const isLast = current === count;
  const isByOne = view === 'one';
  return (
    <div className="mx-auto flex min-h-18 w-full max-w-300 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 lg:px-10">
      {isByOne ? (
        <Button
          variant="outline"
          disabled={current === 1}
          onClick={() => onGoTo(current - 1)}
          className="max-lg:flex-1 lg:order-1"
        >
          <ArrowLeft size={16} />
          Previous
        </Button>
      ) : null}
      <p
        role="status"
        className="text-center text-sm text-muted-foreground max-lg:order-first max-lg:w-full lg:order-2 lg:mx-auto"
      >
        {open.length === 0 ? (
          'All questions are answered'
        ) : (
          <TextButton className="text-warning-text! underline pointer-coarse:min-h-9" onClick={() => onGoTo(next)}>
            {open.length} not answered
          </TextButton>
        )}
      </p>
      {isByOne && !isLast ? (
        <Button onClick={() => onGoTo(current + 1)} className="max-lg:flex-1 lg:order-3">
          Next
          <ArrowRight size={16} />
        </Button>
      ) : null}
      {!isByOne || isLast || open.length === 0 ? (
        <Button
          variant={isByOne && !isLast ? 'outline' : 'primary'}
          onClick={onSummary}
          className={classes('lg:order-4', isByOne && !isLast ? 'max-lg:w-full' : 'max-lg:flex-1')}
        >
          Review and hand in
        </Button>
      ) : null}
    </div>
  );
}
