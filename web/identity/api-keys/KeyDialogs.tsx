import { type ApiKey, KeyChange, type PortalKeyForm } from '#contract/identity/api-keys.ts';
import { useConfirmDialog } from '#web/platform/confirm-dialog.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { SubmitDialog } from '#web/ui/SubmitDialog.tsx';
import { type KeyPlace, useChangeKey, useRevokeKey, useTakeOver } from './api.ts';
import { KeyFields } from './KeyFields.tsx';

type OfKey = { place: KeyPlace; apiKey: ApiKey; onClose: () => void };

export function ChangeKeyDialog({ place, apiKey: { id, name, scopes }, onClose }: OfKey) {
  const changing = useChangeKey(place, id);
  const { register, formState, onSubmit, isBusy } = useSchemaForm<PortalKeyForm, KeyChange>({
    shape: KeyChange as never,
    defaultValues: { name, scopes, expiresInDays: null },
    send: async (values) => {
      await changing.mutateAsync(values);
      onClose();
    },
  });
  useUnsaved(formState.isDirty && !isBusy);
  return (
    <SubmitDialog
      size="medium"
      isBusy={isBusy}
      title={`Change ${name}`}
      description="Programs that have the key go on with it; what you take away ends at once."
      submitLabel="Save changes"
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <KeyFields kind={place.kind} register={register} errors={formState.errors} />
    </SubmitDialog>
  );
}

/** Asks for a confirmation, then revokes a key permanently. */
export function RevokeKeyDialog({ place, apiKey: { id, name }, onClose }: OfKey) {
  const revoking = useRevokeKey(place, id);
  const revoke = useConfirmDialog(() => revoking.mutateAsync(), onClose);
  return (
    <ConfirmDialog
      isOpen
      {...revoke}
      title={`Revoke ${name}?`}
      description="Programs that use this key are refused from now on. This cannot be undone."
      confirmLabel="Revoke key"
    />
  );
}

/**
 * Asks for a confirmation, then makes the caller responsible for a key, because the person responsible for it is no
 * longer an owner.
 */
export function TakeOverDialog({ place, apiKey: { id, name, madeBy, takenOverBy }, onClose }: OfKey) {
  const taking = useTakeOver(place, id);
  const take = useConfirmDialog(() => taking.mutateAsync(), onClose);
  return (
    <ConfirmDialog
      isOpen
      tone="primary"
      {...take}
      title={`Take over ${name}?`}
      description={`${takenOverBy ?? madeBy} is no owner any more. The key works as before and belongs to you from now on.`}
      confirmLabel="Take over"
    />
  );
}
