import { useId, useState } from 'react';
import type { AdminCheck } from '#contract/learning/checks-admin.ts';
import type { CheckQuestion } from '#contract/learning/checks-content.ts';
import { useSingleRun } from '../../../platform/single-run.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { useVoid } from './api.ts';

export type VoidDialogProps = {
  resourceId: number;
  question: CheckQuestion;
  onVoided: (check: AdminCheck) => void;
  onClose: () => void;
};

/** Dialog that lets a faulty question count as right for everybody (CHECK-02). */
export function VoidDialog({ resourceId, question, onVoided, onClose }: VoidDialogProps) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const voiding = useVoid(resourceId, (check) => {
    onVoided(check);
    onClose();
  });
  const run = useSingleRun(() => voiding.mutateAsync({ questionId: question.id, reason }));
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      isBusy={voiding.isPending}
      title="Let this question count as right?"
      description={`“${question.text}”`}
      footer={
        <>
          <Button variant="outline" disabled={voiding.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={voiding.isPending}>
            Count as right for everybody
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setIsTried(true);
          if (reason.trim() !== '') void run();
        }}
      >
        <p className="text-sm text-muted-foreground">
          All attempts at this question are counted again, and scores only rise. People whose score rises get an email
          with your reason. This cannot be undone.
        </p>
        <Field
          label="Reason"
          isRequired
          error={isTried && reason.trim() === '' ? 'Say what is wrong with the question' : undefined}
        >
          <Textarea rows={2} maxLength={300} value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
