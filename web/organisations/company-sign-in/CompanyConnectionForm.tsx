import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { type CompanyConnection, NewCompanyConnection } from '#contract/organisations/company-sign-in.ts';
import { ConnectionCard, placeOfRejection } from '#web/identity/connections/ConnectionCard.tsx';
import { ConnectionFields } from '#web/identity/connections/ConnectionFields.tsx';
import { changedOf, valuesOf } from '#web/identity/connections/form-display.ts';
import { useAction } from '#web/platform/action.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { companyCalls } from './api.ts';

type CompanyConnectionFormProps = {
  /** Id of the organisation. */
  id: number;
  given: CompanyConnection | null;
  onSaved: (connection: CompanyConnection) => void;
  onLeave: () => void;
};

export function CompanyConnectionForm(props: CompanyConnectionFormProps) {
  // A new key remounts the form when its changes are discarded.
  const [round, setRound] = useState(0);
  return <SavedForm key={round} {...props} onDiscard={() => setRound(round + 1)} />;
}

function SavedForm({ id, given, onSaved, onLeave, onDiscard }: CompanyConnectionFormProps & { onDiscard: () => void }) {
  const calls = companyCalls(id);
  const saving = useAction({
    send: (values: NewCompanyConnection) =>
      given ? calls.change(given.id, changedOf(given, values)) : calls.add(values),
    failed: 'The connection was not saved',
    done: ({ name }) => ({ title: `${name} was saved` }),
    changed: [calls.list],
  });
  const opened = { ...valuesOf(given), acceptsUnverified: given?.acceptsUnverified ?? false };
  const form = useSchemaForm({
    shape: NewCompanyConnection,
    defaultValues: opened,
    send: async (values) => {
      onSaved(await saving.mutateAsync(values));
      // Remounts the form with the saved values.
      if (given) onDiscard();
    },
    failureAt: placeOfRejection,
  });
  const trust = (
    <Controller
      control={form.control}
      name="acceptsUnverified"
      render={({ field: { value, onChange, ...field } }) => (
        <Switch
          {...field}
          label="Accept addresses that the provider calls unverified"
          description="Inside your verified domains only. Leave it off unless your provider never verifies addresses."
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      )}
    />
  );
  return (
    <ConnectionCard
      form={form}
      isNew={given === null}
      saveLabel={given ? 'Save changes' : 'Save connection'}
      discardLabel={given ? 'Discard' : 'Cancel'}
      onDiscard={given ? onDiscard : onLeave}
    >
      {given?.state === 'enforced' ? (
        <Banner>
          The connection is required of your people. Allow passwords again before you change its issuer or client ID.
        </Banner>
      ) : null}
      <ConnectionFields calls={calls} given={given} trust={trust} />
    </ConnectionCard>
  );
}
