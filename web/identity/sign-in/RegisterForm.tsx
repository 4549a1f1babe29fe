import { useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo } from 'react';
import { noEmail } from '#contract/identity/sign-in-forms.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { sentenceOf } from '#web/platform/errors.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { placeOfFailure } from './api.ts';
import type { Proof } from './occasion-display.ts';
import { isEmailTaken, useRegister } from './register-api.ts';
import { registerSchema } from './register-schema.ts';
import { useReturnSentence } from './return-api.ts';
import { EmailField, FormFailure, OtherWays, RejectedNotice, type TypedEmail } from './SignInForm.tsx';
import { keepTyped, typed } from './typed-entry.ts';

type RegisterFormProps = TypedEmail & {
  proof: Proof | null;
  /** Path of the page that opens afterwards. */
  target: string;
  onSignIn: () => void;
};

/** Everything a new account needs; the organization may stay empty, and is not asked of people with a mailed link. */
export function RegisterForm({ proof, target, onSignIn, onEntered, ...address }: RegisterFormProps) {
  const { email } = address;
  const { passwordMin, registration } = usePortalConfig();
  const openAccount = useRegister(proof);
  const afterwards = useReturnSentence(target);
  const { landing, host } = useSearch({ strict: false });
  const { register, watch, formState, onSubmit, isBusy } = useSchemaForm({
    shape: useMemo(() => registerSchema(passwordMin), [passwordMin]),
    defaultValues: { ...typed(), email, password: '' },
    send: async (form) => {
      await openAccount.mutateAsync(landing && host ? { ...form, arrival: { landing, host } } : form);
      onEntered();
    },
    newPassword: 'password',
    // The server checks an address more strictly than the form does.
    failureAt: (error) =>
      isEmailTaken(error) || sentenceOf(error) === noEmail ? 'email' : placeOfFailure(error) && 'root',
  });
  const { errors } = formState;
  useEffect(() => {
    const { unsubscribe } = watch(({ firstName = '', lastName = '', organization }) => {
      keepTyped({ firstName, lastName, organization: organization ?? '' });
    });
    return unsubscribe;
  }, [watch]);
  // Called at its place in the form, which focuses the first invalid field in the order of registering.
  const emailField = () => (
    <div>
      <EmailField
        {...address}
        field={register('email')}
        hint={
          registration === 'domains' && !proof
            ? 'Registration is open to certain organisations: use your work address.'
            : null
        }
        error={errors.email?.message}
      />
      {errors.email && isEmailTaken(openAccount.error) ? (
        <TextButton className="mt-1" onClick={onSignIn}>
          Sign in instead
        </TextButton>
      ) : null}
    </div>
  );
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {proof ? emailField() : null}
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label="First Name" error={errors.firstName?.message}>
          <TextInput autoComplete="given-name" {...register('firstName')} />
        </Field>
        <Field label="Last Name" error={errors.lastName?.message}>
          <TextInput autoComplete="family-name" {...register('lastName')} />
        </Field>
      </div>
      {proof ? null : emailField()}
      <Field label="Password" hint={`At least ${passwordMin} characters`} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      {proof ? null : (
        <Field label="Organization" isOptional error={errors.organization?.message}>
          <TextInput autoComplete="organization" {...register('organization')} />
        </Field>
      )}
      <FormFailure sentence={errors.root?.message} />
      {openAccount.error ? (
        <Suspense>
          <RejectedNotice error={openAccount.error} email={watch('email')} />
        </Suspense>
      ) : null}
      <Button type="submit" isBlock isBusy={isBusy}>
        Create Account
      </Button>
      <p className="text-center text-sm text-balance wrap-anywhere text-muted-foreground">
        {proof?.next ?? afterwards}
      </p>
      <Suspense>
        <OtherWays />
      </Suspense>
    </form>
  );
}
