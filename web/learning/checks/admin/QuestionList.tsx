import type { CheckQuestion } from '#contract/learning/checks-content.ts';
import type { CheckProblem } from '#contract/learning/checks-warnings.ts';
import { toast } from '#web/platform/toast.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { SortStatus } from '#web/ui/SortableList.tsx';
import { useSortable } from '#web/ui/sortable.ts';
import { TextButton } from '#web/ui/TextLink.tsx';
import { newQuestionId, withCopy, withQuestion } from './editor-display.ts';
import { QuestionRow, questionButtonId } from './QuestionRow.tsx';
import type { CheckDraft } from './use-check-draft.ts';

type ProblemsProps = {
  problems: readonly CheckProblem[];
  /** Whether nothing was written yet, so that nothing is missing either. */
  isNew: boolean;
  onGoTo: (problem: CheckProblem) => void;
};

/** Problems of the whole check, and the first one of each question with a button that leads to it. */
export function Problems({ problems, isNew, onGoTo }: ProblemsProps) {
  if (isNew) return null;
  const listed = problems.filter(
    ({ questionId }, index) =>
      questionId === null || problems.findIndex((other) => other.questionId === questionId) === index,
  );
  if (listed.length === 0) return null;
  return (
    <section aria-label="Warnings" className="mb-5">
      <Banner tone="warning">
        <ul className="flex flex-col gap-1">
          {listed.map((problem) => (
            <li key={`${problem.questionId} ${problem.sentence}`}>
              {problem.number === null ? null : <strong>Question {problem.number}: </strong>}
              {problem.sentence}{' '}
              {problem.number === null ? null : (
                <TextButton className="text-warning-text! underline" onClick={() => onGoTo(problem)}>
                  Go to question {problem.number}
                </TextButton>
              )}
            </li>
          ))}
        </ul>
      </Banner>
    </section>
  );
}

type QuestionsProps = {
  draft: CheckDraft;
  problems: readonly CheckProblem[];
  statistics: Parameters<typeof QuestionRow>[0]['statistics'];
  openId: string | null;
  onOpen: (id: string | null) => void;
  onFaulty: (question: CheckQuestion) => void;
};

export function Questions({ draft, problems, statistics, openId, onOpen, onFaulty }: QuestionsProps) {
  const { check, content, change } = draft;
  const { questions } = content;
  const sortable = useSortable({
    items: questions,
    keyOf: ({ id }) => id,
    nameOf: (_, index) => `Question ${index + 1}`,
    onChange: (moved) => change({ ...content, questions: moved }),
  });

  function remove(question: CheckQuestion, index: number) {
    change({ ...content, questions: questions.toSpliced(index, 1) });
    if (openId === question.id) onOpen(null);
    toast({
      title: 'Question deleted',
      action: { label: 'Undo', onPress: () => draft.restore(question, index) },
    });
    // The pressed button is gone with its question.
    const next = questions[index + 1] ?? questions[index - 1];
    if (next) document.getElementById(questionButtonId(next.id))?.focus();
  }

  if (questions.length === 0) {
    return (
      <p className="rounded-lg border border-dashed border-input px-5 py-8 text-center text-muted-foreground">
        No question yet. Write the first one, or import a file in JSON, GIFT or Aiken.
      </p>
    );
  }
  return (
    <>
      <h2 className="sr-only">Questions</h2>
      <ol ref={sortable.list} className="flex flex-col gap-2">
        {questions.map((question, index) => (
          <QuestionRow
            key={question.id}
            question={question}
            index={index}
            count={questions.length}
            check={check}
            problems={problems.filter(({ questionId }) => questionId === question.id).map(({ sentence }) => sentence)}
            statistics={statistics}
            sortable={sortable}
            isOpen={openId === question.id}
            onToggle={() => onOpen(openId === question.id ? null : question.id)}
            onChange={(next) => change(withQuestion(content, next))}
            onDuplicate={() => change(withCopy(content, question.id, newQuestionId(questions)))}
            onDelete={() => remove(question, index)}
            onVoid={() => onFaulty(question)}
          />
        ))}
      </ol>
      <SortStatus sortable={sortable} />
    </>
  );
}
