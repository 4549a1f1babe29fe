import { useId } from 'react';
import { type ApiKey, KeyChange, type PortalKeyForm } from '#contract/identity/api-keys.ts';
import { useShapeForm } from '#web/platform/form.ts';
import { useSingleRun } from '#web/platform/single-run.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { type KeyPlace, useChangeKey, useRevokeKey, useTakeOver } from './api.ts';
import { KeyFields } from './KeyFields.tsx';

type OfKey = { place: KeyPlace; apiKey: ApiKey; onClose: () => void };

/** Changes name and scopes of a key. */
export function ChangeKeyDialog({ place, apiKey: { id, name, scopes }, onClose }: OfKey) {
  const formId = useId();
  const changing = useChangeKey(place, id);
  const { register, formState, onSubmit, isBusy } = useShapeForm<PortalKeyForm, KeyChange>({
    shape: KeyChange as never,
    defaultValues: { name, scopes, expiresInDays: null },
    send: async (values) => {
      await changing.mutateAsync(values);
      onClose();
    },
  });
  useUnsaved(formState.isDirty && !isBusy);
  return (
    <Dialog
      isOpen
      size="medium"
      isBusy={isBusy}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Change ${name}`}
      description="Programs that have the key go on with it; what you take away ends at once."
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy}>
            Save changes
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        <KeyFields kind={place.kind} register={register} errors={formState.errors} />
      </form>
    </Dialog>
  );
}

/** Asks for a confirmation, then revokes a key permanently. */
export function RevokeKeyDialog({ place, apiKey: { id, name }, onClose }: OfKey) {
  const revoking = useRevokeKey(place, id);
  const revoke = useSingleRun(async () => {
    await revoking.mutateAsync();
    onClose();
  });
  return (
    <ConfirmDialog
      isOpen
      isBusy={revoking.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Revoke ${name}?`}
      description="Programs that use this key are refused from now on. This cannot be undone."
      confirmLabel="Revoke key"
      onConfirm={() => void revoke()}
    />
  );
}

/** Asks for a confirmation, then makes the caller responsible for a key whose maker is no longer an owner. */
export function TakeOverDialog({ place, apiKey: { id, name, madeBy }, onClose }: OfKey) {
  const taking = useTakeOver(place, id);
  const take = useSingleRun(async () => {
    await taking.mutateAsync();
    onClose();
  });
  return (
    <ConfirmDialog
      isOpen
      tone="primary"
      isBusy={taking.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Take over ${name}?`}
      description={`${madeBy} is no owner any more. The key works as before and belongs to you from now on.`}
      confirmLabel="Take over"
      onConfirm={() => void take()}
    />
  );
}
