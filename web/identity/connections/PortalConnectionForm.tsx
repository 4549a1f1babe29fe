import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { NewPortalConnection, type PortalConnection } from '#contract/identity/connections-admin.ts';
import { useAction } from '#web/platform/action.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { Radio, RadioGroup } from '#web/ui/RadioGroup.tsx';
import { portalCalls } from './api.ts';
import { ConnectionCard, placeOfRejection } from './ConnectionCard.tsx';
import { ConnectionFields } from './ConnectionFields.tsx';
import { changedOf, valuesOf } from './form-display.ts';

type PortalConnectionFormProps = {
  given: PortalConnection | null;
  onSaved: (connection: PortalConnection) => void;
  onLeave: () => void;
};

export function PortalConnectionForm(props: PortalConnectionFormProps) {
  // A new key remounts the form when its changes are discarded.
  const [round, setRound] = useState(0);
  return <SavedForm key={round} {...props} onDiscard={() => setRound(round + 1)} />;
}

function SavedForm({ given, onSaved, onLeave, onDiscard }: PortalConnectionFormProps & { onDiscard: () => void }) {
  const saving = useAction({
    send: (values: NewPortalConnection) =>
      given ? portalCalls.change(given.id, changedOf(given, values)) : portalCalls.add(values),
    failed: 'The connection was not saved',
    done: ({ name }) => ({ title: `${name} was saved` }),
    changed: [portalCalls.list],
  });
  const opened = { ...valuesOf(given), vouches: given?.vouches ?? ('verified' as const) };
  const form = useSchemaForm({
    shape: NewPortalConnection,
    defaultValues: opened,
    send: async (values) => {
      onSaved(await saving.mutateAsync(values));
      // Remounts the form with the saved values.
      if (given) onDiscard();
    },
    failureAt: placeOfRejection,
  });
  return (
    <ConnectionCard
      form={form}
      isNew={given === null}
      saveLabel={given ? 'Save changes' : 'Save connection'}
      discardLabel={given ? 'Discard' : 'Cancel'}
      onDiscard={given ? onDiscard : onLeave}
    >
      <ConnectionFields calls={portalCalls} given={given} trust={<Vouches />} />
    </ConnectionCard>
  );
}

/** Field for the addresses that the connection vouches for (SSO-06). */
function Vouches() {
  const { register } = useFormContext();
  return (
    <RadioGroup legend="Addresses that the connection vouches for">
      <Radio
        label="Those that the provider calls verified"
        value="verified"
        className="py-1"
        {...register('vouches')}
      />
      <Radio
        label="All addresses"
        description="Risk: the people who run the provider can open an account here at any address that has none, or whose account was never verified. Another account is linked only once its owner has proved it. Choose it only for a provider that you run yourself."
        value="all"
        className="py-1"
        {...register('vouches')}
      />
    </RadioGroup>
  );
}
