import { DomainForm } from '#contract/organisations/organisations-domains.ts';
import { FormDialog } from '#web/admin/FormDialog.tsx';
import { useSchemaForm } from '#web/platform/form.ts';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useMoveDomain } from './api.ts';

type MoveDomainDialogProps = { id: number; name: string; onClose: () => void };

/** Moves a domain to an organisation from the one that verified it before (SSO-01). */
export function MoveDomainDialog({ id, name, onClose }: MoveDomainDialogProps) {
  const moving = useMoveDomain(id, onClose);
  const form = useSchemaForm({
    shape: DomainForm,
    defaultValues: { domain: '' },
    send: moving.mutateAsync,
    failureAt: () => 'domain',
  });
  return (
    <FormDialog
      form={form}
      title="Move a domain here"
      description={`An owner of ${name} adds the domain and its DNS record first. The portal reads the record now. The organisation that had the domain loses it, with the company sign-in of its addresses.`}
      saveLabel="Move domain"
      onClose={onClose}
    >
      <Field label="Domain" error={form.formState.errors.domain?.message}>
        <TextInput
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="example.org"
          {...form.register('domain')}
        />
      </Field>
    </FormDialog>
  );
}
