import { useState } from 'react';
import { type EventType, type Webhook, WebhookForm, type WebhookWithSecret } from '#contract/operations/webhooks.ts';
import { DeleteDialog } from '#web/admin/DeleteDialog.tsx';
import { FormDialog } from '#web/admin/FormDialog.tsx';
import { useSchemaForm } from '#web/platform/form.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Fieldset } from '#web/ui/Fieldset.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { type Owner, useAddWebhook, useChangeWebhook, useRemoveWebhook } from './api.ts';
import { typeChoices } from './display.ts';

type WebhookDialogProps = {
  owner: Owner;
  /** The webhook to change; null to add one. */
  given: Webhook | null;
  onAdded: (added: WebhookWithSecret) => void;
  onClose: () => void;
};

/** Dialog that adds a webhook, or changes or removes the given one (HOOK-01). */
export function WebhookDialog({ owner, given, onAdded, onClose }: WebhookDialogProps) {
  const adding = useAddWebhook(owner, (added) => {
    onClose();
    onAdded(added);
  });
  const changing = useChangeWebhook(owner, given?.id ?? 0, onClose);
  const choices = typeChoices(owner === null);
  const form = useSchemaForm({
    shape: WebhookForm,
    defaultValues: {
      url: given?.url ?? '',
      description: given?.description ?? '',
      // Only those that this version knows, because the form rejects others.
      types: choices.map(({ type }) => type).filter((type) => given?.types.includes(type)),
    },
    send: (values) => (given === null ? adding.mutateAsync(values) : changing.mutateAsync(values)),
    failureAt: () => 'url',
  });
  const { errors } = form.formState;
  const chosen = form.watch('types') ?? [];
  const toggle = (type: EventType, isChosen: boolean) => {
    const types = isChosen ? [...chosen, type] : chosen.filter((other) => other !== type);
    form.setValue('types', types, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  return (
    <FormDialog
      form={form}
      title={given === null ? 'Add a webhook' : 'Change the webhook'}
      description="The portal sends signed messages to this address, as standardwebhooks.com describes."
      saveLabel={given === null ? 'Add webhook' : 'Save'}
      onClose={onClose}
    >
      <Field label="Address" hint="Such as https://hooks.example.org/portal." error={errors.url?.message}>
        <TextInput type="url" autoCapitalize="none" autoComplete="off" spellCheck={false} {...form.register('url')} />
      </Field>
      <Field label="Description" isOptional error={errors.description?.message}>
        <TextInput {...form.register('description')} />
      </Field>
      <Fieldset legend="Events" error={errors.types?.message}>
        <div className="flex flex-col">
          {choices.map(({ type, says }) => (
            <Checkbox
              key={type}
              label={type}
              detail={says}
              checked={chosen.includes(type)}
              onChange={(event) => toggle(type, event.target.checked)}
            />
          ))}
        </div>
      </Fieldset>
      {given === null ? null : <Remove owner={owner} webhook={given} onRemoved={onClose} />}
    </FormDialog>
  );
}

function Remove({ owner, webhook: { id, url }, onRemoved }: { owner: Owner; webhook: Webhook; onRemoved: () => void }) {
  const [isAsking, ask] = useState(false);
  const removing = useRemoveWebhook(owner, id);
  const deleting = {
    mutateAsync: () => removing.mutateAsync().then(onRemoved),
  };
  return (
    <>
      <Button variant="destructive-ghost" className="self-start" onClick={() => ask(true)}>
        Remove webhook
      </Button>
      {isAsking ? (
        <DeleteDialog
          name={url}
          description="The log of its deliveries is deleted, too. Events that wait are not sent."
          deleting={deleting}
          onClose={() => ask(false)}
        />
      ) : null}
    </>
  );
}
