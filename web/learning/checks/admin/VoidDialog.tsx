import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminCheck } from '#contract/learning/checks-admin.ts';
import type { CheckQuestion } from '#contract/learning/checks-content.ts';
import { shortDate } from '#web/dates.ts';
import { Field } from '#web/ui/Field.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { SubmitDialog } from '#web/ui/SubmitDialog.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { statisticsQuery, useVoid } from './api.ts';

/** The faulty question of the draft; or a version, one of whose questions the administrator chooses. */
export type Faulty = { question: CheckQuestion; version?: never } | { version: number; question?: never };

export type VoidDialogProps = {
  check: AdminCheck;
  faulty: Faulty;
  onVoided: (check: AdminCheck) => void;
  onClose: () => void;
};

/** Dialog that lets a faulty question count as right for everybody (CHECK-02). */
export function VoidDialog({ check, faulty, onVoided, onClose }: VoidDialogProps) {
  const [version, setVersion] = useState(faulty.version ?? check.published?.version);
  const [questionId, setQuestionId] = useState(faulty.question?.id ?? '');
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const voiding = useVoid(check.resourceId, (changed) => {
    onVoided(changed);
    onClose();
  });
  return (
    <SubmitDialog
      isBusy={voiding.isPending}
      {...(faulty.question
        ? { title: 'Let this question count as right?', description: `“${faulty.question.text}”` }
        : { title: `Let a question of version ${faulty.version} count as right?` })}
      submitLabel="Count as right for everybody"
      onSubmit={() => {
        setIsTried(true);
        if (reason.trim() !== '' && questionId !== '') voiding.mutate({ questionId, reason, version });
      }}
      onClose={onClose}
    >
      <p className="text-sm text-muted-foreground">
        All attempts at this question are counted again, and scores only rise. People whose score rises get an email
        with your reason. This cannot be undone.
      </p>
      {faulty.question ? null : (
        <QuestionChoice
          check={check}
          version={faulty.version}
          questionId={questionId}
          error={isTried && questionId === '' ? 'Choose the faulty question' : undefined}
          onChoose={setQuestionId}
        />
      )}
      {faulty.question && check.versions.length > 1 ? (
        <Field label="Version that asked it wrongly" hint="Versions that ask the same are counted again as well.">
          <Select value={version} onChange={({ target }) => setVersion(Number(target.value))}>
            {check.versions.map((one) => (
              <option key={one.version} value={one.version}>
                Version {one.version}, {shortDate(one.publishedAt)}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <Field
        label="Reason"
        isRequired
        error={isTried && reason.trim() === '' ? 'Say what is wrong with the question' : undefined}
      >
        <Textarea rows={2} maxLength={300} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </SubmitDialog>
  );
}

type QuestionChoiceProps = {
  check: AdminCheck;
  version: number;
  /** Empty before the choice. */
  questionId: string;
  error: string | undefined;
  onChoose: (questionId: string) => void;
};

function QuestionChoice({ check, version, questionId, error, onChoose }: QuestionChoiceProps) {
  const isVoid = (id: string) =>
    version === check.published?.version && check.voided.some(({ questionId: voided }) => voided === id);
  return (
    <Loaded
      query={useQuery(statisticsQuery(check.resourceId, version))}
      skeleton={<Skeleton className="h-16 w-full rounded-md!" />}
      failure="The questions of this version did not load"
      safe="Nothing was changed."
    >
      {({ questions }) => (
        <Field label="Faulty question" hint="Versions that ask the same are counted again as well." error={error}>
          <Select value={questionId} onChange={({ target }) => onChoose(target.value)}>
            <option value="">Choose a question</option>
            {questions.map((one) =>
              isVoid(one.questionId) ? null : (
                <option key={one.questionId} value={one.questionId}>
                  {one.text}
                </option>
              ),
            )}
          </Select>
        </Field>
      )}
    </Loaded>
  );
}
