import { useState } from 'react';
import type { AdminCheck } from '#contract/learning/checks-admin.ts';
import type { CheckQuestion } from '#contract/learning/checks-content.ts';
import { shortDate } from '#web/dates.ts';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { SubmitDialog } from '#web/ui/SubmitDialog.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { useVoid } from './api.ts';

export type VoidDialogProps = {
  check: AdminCheck;
  question: CheckQuestion;
  onVoided: (check: AdminCheck) => void;
  onClose: () => void;
};

/** Dialog that lets a faulty question count as right for everybody (CHECK-02). */
export function VoidDialog({ check, question, onVoided, onClose }: VoidDialogProps) {
  const [version, setVersion] = useState(check.published?.version);
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const voiding = useVoid(check.resourceId, (changed) => {
    onVoided(changed);
    onClose();
  });
  return (
    <SubmitDialog
      isBusy={voiding.isPending}
      title="Let this question count as right?"
      description={`“${question.text}”`}
      submitLabel="Count as right for everybody"
      onSubmit={() => {
        setIsTried(true);
        if (reason.trim() !== '') voiding.mutate({ questionId: question.id, reason, version });
      }}
      onClose={onClose}
    >
      <p className="text-sm text-muted-foreground">
        All attempts at this question are counted again, and scores only rise. People whose score rises get an email
        with your reason. This cannot be undone.
      </p>
      {check.versions.length > 1 ? (
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
