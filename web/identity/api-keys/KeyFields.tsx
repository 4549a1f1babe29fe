import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import type { PortalKeyForm } from '#contract/identity/api-keys.ts';
import { type KeyKind, scopes, scopesOf } from '#contract/scopes.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Fieldset } from '#web/ui/Fieldset.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';

type KeyFieldsProps = {
  kind: KeyKind;
  register: UseFormRegister<PortalKeyForm>;
  errors: FieldErrors<PortalKeyForm>;
};

/** Name and scopes of a key, for a new one and for a change. */
export function KeyFields({ kind, register, errors }: KeyFieldsProps) {
  return (
    <>
      <Field label="Name" hint="So that you know later what stops when you revoke it." error={errors.name?.message}>
        <TextInput autoComplete="off" {...register('name')} />
      </Field>
      <Fieldset
        legend="What it may do"
        hint="No key can pay, sign in or change how a person signs in."
        {...(errors.scopes?.message && { error: errors.scopes.message })}
      >
        <div className="divide-y divide-border mb-1.5 rounded-md border border-border">
          {scopesOf(kind).map((scope) => (
            <Checkbox
              key={scope}
              className="px-3.5 py-2 has-[:checked]:bg-accent"
              label={scopes[scope].label}
              detail={
                <span translate="no" className="font-mono">
                  {scope}
                </span>
              }
              value={scope}
              {...register('scopes')}
            />
          ))}
        </div>
      </Fieldset>
    </>
  );
}
