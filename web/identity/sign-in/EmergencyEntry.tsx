import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LoginForm } from '#contract/identity/sign-in-forms.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { usePage } from '#web/platform/page.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Field } from '#web/ui/Field.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { becomeUser } from '../accounts/api.ts';
import { useEmergencyPasskey } from '../passkeys/api.ts';
import { PasskeyWay } from '../passkeys/PasskeyWay.tsx';
import { isCodeRequired, placeOfFailure } from './api.ts';
import { useEmergencySignIn } from './company-api.ts';
import { RejectedNotice } from './RefusedNotice.tsx';
import { FormFailure } from './SignInForm.tsx';
import { typed } from './typed-entry.ts';

/**
 * Password and second factor, or a passkey, while a company's provider is down, for administrators and chosen owners
 * (SSO-10).
 */
export function EmergencyEntry() {
  const entering = useEmergencySignIn();
  const byPasskey = useEmergencyPasskey();
  const client = useQueryClient();
  usePage('Emergency sign-in');
  const { register, getValues, formState, onSubmit, isBusy } = useSchemaForm({
    shape: LoginForm,
    defaultValues: { email: typed().email, password: '', code: undefined },
    send: (values) => entering.mutateAsync(values),
    failureAt: (error) => (isCodeRequired(error) ? 'code' : placeOfFailure(error)),
  });
  const { errors } = formState;
  return (
    <>
      <PageHeading
        title="Emergency sign-in"
        subtitle="For administrators and the owners whom your organisation has chosen, when its provider is down. All owners get an email."
        className="mb-0!"
      />
      <form method="post" noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        <Field label="Email" error={errors.email?.message}>
          <TextInput type="email" autoComplete="username" autoCapitalize="none" {...register('email')} />
        </Field>
        <Field label="Password" error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...register('password')} />
        </Field>
        <Field label="Code" hint="From your authenticator, or a recovery code" error={errors.code?.message}>
          <TextInput
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            {...register('code', { setValueAs: (text: string | undefined) => text || undefined })}
          />
        </Field>
        <FormFailure sentence={errors.root?.message} />
        {entering.error ? <RejectedNotice error={entering.error} email={getValues('email')} /> : null}
        <Button type="submit" isBlock isBusy={isBusy}>
          Sign In
        </Button>
        <PasskeyWay label="Sign in with a passkey" way={byPasskey} onDone={(user) => becomeUser(client, user)} />
        <Link to="/auth" className={buttonClasses({ variant: 'outline', isBlock: true })}>
          Sign in another way
        </Link>
      </form>
    </>
  );
}
