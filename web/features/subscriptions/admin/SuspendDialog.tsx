import { useId } from 'react';
import { type AdminSubscription, SuspendSubscription } from '#contract/subscriptions.ts';
import { useShapeForm } from '../../../platform/form.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { useSuspend } from './api.ts';

type SuspendDialogProps = { subscription: AdminSubscription; onClose: () => void };

/** Asks why a subscription is suspended (LABEL-18). */
export function SuspendDialog({ subscription: { id, userName }, onClose }: SuspendDialogProps) {
  const suspending = useSuspend(id, onClose);
  const { register, formState, onSubmit } = useShapeForm({
    shape: SuspendSubscription,
    defaultValues: { reason: '' },
    send: ({ reason }) => suspending.mutateAsync(reason),
  });
  const formId = useId();
  return (
    <Dialog
      isOpen
      isBusy={suspending.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Suspend the subscription of ${userName}?`}
      description="It opens no resources and charges nothing until it is reactivated. What the member bought stays."
      footer={
        <>
          <Button variant="outline" disabled={suspending.isPending} onClick={onClose}>
            Close
          </Button>
          <Button type="submit" form={formId} variant="destructive" isBusy={suspending.isPending}>
            Suspend
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} noValidate>
        <Field label="Reason" isRequired error={formState.errors.reason?.message}>
          <Textarea rows={3} {...register('reason')} />
        </Field>
      </form>
    </Dialog>
  );
}
