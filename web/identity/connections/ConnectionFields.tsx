import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import type { Connection } from '#contract/identity/connections.ts';
import { longDate } from '#web/dates.ts';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { Radio, RadioGroup } from '#web/ui/RadioGroup.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import type { AnyCalls } from './api.ts';
import { CopyField } from './CopyField.tsx';
import { type ConnectionValues, orNull, orUndefined } from './form-display.ts';
import { IssuerField } from './IssuerField.tsx';
import { KeyPair } from './KeyPair.tsx';

type ConnectionFieldsProps = {
  calls: AnyCalls;
  /** Null for a new connection. */
  given: Connection | null;
  /** Field that sets the addresses that the connection vouches for; organisations and the portal have their own. */
  trust: ReactNode;
};

const asCode = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const;

/** The fields of a connection (SSO-01); those that most providers leave at their defaults are folded. */
export function ConnectionFields({ calls, given, trust }: ConnectionFieldsProps) {
  const { register, formState } = useFormContext<ConnectionValues>();
  const { errors } = formState;
  const name = useWatch<ConnectionValues, 'name'>({ name: 'name' }).trim();
  return (
    <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
      <Field
        label="Name on the button"
        hint={<span translate="no">{`“Continue with ${name || 'Northmere account'}”`}</span>}
        error={errors.name?.message}
      >
        <TextInput autoComplete="off" {...register('name')} />
      </Field>
      <Field label="Client ID" hint="Entra: Application (client) ID" error={errors.clientId?.message}>
        <TextInput {...asCode} {...register('clientId')} />
      </Field>
      <IssuerField calls={calls} saved={given?.issuer ?? null} />
      <Authentication given={given} />
      {given ? (
        <CopyField
          label="Redirect URL"
          value={given.redirectAddress}
          hint="Enter it at your provider."
          className="sm:col-span-2"
        />
      ) : (
        <p className="text-sm text-muted-foreground sm:col-span-2">
          The redirect URL for your provider is shown once the connection is saved.
        </p>
      )}
      <Further given={given} trust={trust} />
    </div>
  );
}

/** The client secret with its last day, or the key pair. */
function Authentication({ given }: { given: Connection | null }) {
  const { register } = useFormContext<ConnectionValues>();
  const method = useWatch<ConnectionValues, 'authMethod'>({ name: 'authMethod' });
  return (
    <>
      <RadioGroup legend="How the portal proves itself to the provider" className="sm:col-span-2">
        <Radio label="Client secret" value="client_secret" {...register('authMethod')} />
        <Radio
          label="Key pair of this connection"
          description="No secret to renew. The portal keeps the private key; your provider gets a certificate or its address."
          value="private_key_jwt"
          className="py-1"
          {...register('authMethod')}
        />
      </RadioGroup>
      {method === 'private_key_jwt' ? <KeyPair given={given} /> : <Secret given={given} />}
    </>
  );
}

function Secret({ given }: { given: Connection | null }) {
  const { register, formState } = useFormContext<ConnectionValues>();
  const { errors } = formState;
  const hasSecret = given?.hasSecret === true;
  const [isReplaced, setReplaced] = useState(false);
  const saved = given?.secretSavedAt ? `Saved on ${longDate(given.secretSavedAt)}. It is never shown again.` : null;
  return (
    <>
      {hasSecret && !isReplaced ? (
        <Field
          label="Client secret"
          hint={saved}
          action={<TextButton onClick={() => setReplaced(true)}>Replace</TextButton>}
        >
          <TextInput readOnly type="password" value="················" className="bg-muted" autoComplete="off" />
        </Field>
      ) : (
        <Field
          label="Client secret"
          hint={isReplaced ? 'The saved one is replaced when you save.' : null}
          error={errors.clientSecret?.message}
        >
          <PasswordInput
            autoComplete="off"
            {...register('clientSecret', { setValueAs: (text: string | undefined) => orUndefined(text ?? '') })}
          />
        </Field>
      )}
      <Field
        label="Last day of the secret"
        isOptional
        hint="All who manage this connection get an email 30 and 7 days before."
        error={errors.secretEndsOn?.message}
      >
        <TextInput type="date" {...register('secretEndsOn', { setValueAs: orNull })} />
      </Field>
    </>
  );
}

const foldedNames = ['slug', 'scopes', 'emailClaim', 'firstNameClaim', 'lastNameClaim', 'sessionHours'] as const;

function Further({ given, trust }: { given: Connection | null; trust: ReactNode }) {
  const { register, formState } = useFormContext<ConnectionValues>();
  const { errors } = formState;
  const hasError = foldedNames.some((name) => errors[name]);
  return (
    // A field with an error is unfolded, because the save that was refused puts the focus on it.
    <details open={hasError || undefined} className="group sm:col-span-2">
      <summary className="flex min-h-9 list-none items-center gap-2 text-sm font-semibold pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight size={16} className="transition-transform group-open:rotate-90" />
        Claims, sessions and bookmarks
      </summary>
      <div className="grid items-start gap-x-4 gap-y-5 pt-3 sm:grid-cols-2">
        <Field label="Scopes" hint="Separated by spaces." error={errors.scopes?.message}>
          <TextInput {...asCode} {...register('scopes')} />
        </Field>
        <Field
          label="Claim of the email address"
          hint="Without an email claim, Entra can send preferred_username."
          error={errors.emailClaim?.message}
        >
          <TextInput {...asCode} {...register('emailClaim')} />
        </Field>
        <Field label="Claim of the first name" error={errors.firstNameClaim?.message}>
          <TextInput {...asCode} {...register('firstNameClaim')} />
        </Field>
        <Field label="Claim of the last name" error={errors.lastNameClaim?.message}>
          <TextInput {...asCode} {...register('lastNameClaim')} />
        </Field>
        <Field
          label="Hours of a session"
          hint="1 to 24. Then people go through the provider again."
          error={errors.sessionHours?.message}
        >
          <TextInput
            type="number"
            min={1}
            max={24}
            step={1}
            inputMode="numeric"
            trailing="hours"
            {...register('sessionHours', { valueAsNumber: true })}
          />
        </Field>
        <Field label="Claim that your directory uses" hint="Entra: oid with externalId from objectId. Okta: sub.">
          <Select {...register('directoryClaim')}>
            <option value="sub">sub</option>
            <option value="oid">oid</option>
          </Select>
        </Field>
        <Field
          label="Short name for bookmarks"
          isOptional={given === null}
          hint={given ? `Your people can bookmark ${given.companyAddress}` : 'The last part of /auth/company/…'}
          error={errors.slug?.message}
          className="sm:col-span-2"
        >
          <TextInput
            {...asCode}
            {...register('slug', { setValueAs: (text: string | undefined) => orUndefined(text ?? '') })}
          />
        </Field>
        <div className="flex flex-col gap-4 sm:col-span-2">
          <FieldSwitch
            name="sparesSecondFactor"
            label="The provider’s second factor is enough"
            description="The portal does not ask for its own code after this sign-in. While this is off, it asks unless the provider says that it has asked for a second factor itself (amr contains mfa). Administrators of the portal are always asked."
          />
          {trust}
        </div>
      </div>
    </details>
  );
}

type FieldSwitchProps = { name: 'sparesSecondFactor'; label: string; description: string };

function FieldSwitch({ name, label, description }: FieldSwitchProps) {
  return (
    <Controller<ConnectionValues, typeof name>
      name={name}
      render={({ field: { value, onChange, ...field } }) => (
        <Switch
          {...field}
          label={label}
          description={description}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      )}
    />
  );
}
