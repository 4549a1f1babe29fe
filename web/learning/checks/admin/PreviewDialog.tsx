import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useState } from 'react';
import type { CheckAnswer } from '#contract/learning/checks.ts';
import type { AdminCheck, CheckPreview } from '#contract/learning/checks-admin.ts';
import { isPassed, isRight, optionCount, placedAnswer, shownPercentOf } from '#contract/learning/checks-score.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { type Answers, questionsText } from '../check-display.ts';
import { QuestionCard } from '../QuestionCard.tsx';
import { previewQuery } from './api.ts';

export type PreviewDialogProps = { check: AdminCheck; onClose: () => void };

/** Dialog that shows the draft as members see it. Nothing that is answered here is saved. */
export function PreviewDialog({ check, onClose }: PreviewDialogProps) {
  return (
    <Dialog
      isOpen
      size="large"
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Preview as a member"
      description="Your answers are saved nowhere and change no statistics."
    >
      <Loaded
        query={useQuery(previewQuery(check.resourceId))}
        skeleton={<Skeleton className="h-80 w-full rounded-lg!" />}
        failure="The preview did not load"
        safe="The draft is safe. Check your connection, then try again."
      >
        {(preview) => <Taken check={check} preview={preview} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

function Taken({
  check,
  preview: { questions, questionIds },
  onClose,
}: PreviewDialogProps & { preview: CheckPreview }) {
  const [answers, setAnswers] = useState<Answers>({});
  const [place, setPlace] = useState(0);
  const question = questions[place];
  if (!question)
    return (
      <Score
        check={check}
        points={pointsOf()}
        questions={questions.length}
        onAgain={() => setPlace(0)}
        onClose={onClose}
      />
    );

  function pointsOf(): number {
    return questions.filter(({ number }, index) => {
      const written = check.content.questions.find(({ id }) => id === questionIds[index]);
      return written !== undefined && isRightAnswer(written, answers[number] ?? null);
    }).length;
  }

  return (
    <div className="flex flex-col gap-4">
      <QuestionCard
        key={question.number}
        question={question}
        answer={answers[question.number] ?? null}
        onAnswer={(answer) => setAnswers({ ...answers, [question.number]: answer })}
        count={questions.length}
      />
      <div className="flex justify-between gap-3">
        <Button variant="outline" disabled={place === 0} onClick={() => setPlace(place - 1)}>
          <ArrowLeft size={16} />
          Previous
        </Button>
        <Button onClick={() => setPlace(place + 1)}>
          {place === questions.length - 1 ? 'See the score' : 'Next'}
          <ArrowRight size={16} />
        </Button>
      </div>
    </div>
  );
}

/** Whether an answer of the preview is right; its ids are places in the content. */
function isRightAnswer(question: AdminCheck['content']['questions'][number], given: CheckAnswer): boolean {
  const most = optionCount(question);
  const placeOf = (id: string) => (/^\d{1,3}$/.test(id) && Number(id) < most ? Number(id) : null);
  const placed = placedAnswer(question, given, { option: placeOf, counterpart: placeOf });
  return placed !== 'unfit' && isRight(question, placed);
}

type ScoreProps = { check: AdminCheck; points: number; questions: number; onAgain: () => void; onClose: () => void };

function Score({ check, points, questions, onAgain, onClose }: ScoreProps) {
  const { passMark } = check.content.settings;
  const passed = isPassed(points, questions, passMark);
  return (
    <div className="flex flex-col gap-4">
      <Banner tone={passed ? 'success' : 'info'} role="status">
        <p className="font-semibold">
          {passed ? 'Passed' : 'Not passed'} with {shownPercentOf(points, questions)}%
        </p>
        <p>
          {points} of {questionsText(questions)} {points === 1 ? 'is' : 'are'} right. The pass mark is {passMark}%.
        </p>
      </Banner>
      <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="outline" onClick={onAgain}>
          Back to the questions
        </Button>
        <Button onClick={onClose}>Close the preview</Button>
      </div>
    </div>
  );
}
