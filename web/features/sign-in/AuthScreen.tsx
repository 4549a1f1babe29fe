import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { usePortalConfig } from '../../platform/config.ts';
import { useShapeForm } from '../../platform/form.ts';
import { usePage } from '../../platform/page.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useHeadingFocus } from '../../ui/PageHeading.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { useRegister } from './api.ts';
import { registerShape } from './new-password.ts';
import { SignInForm } from './SignInForm.tsx';

const ForgotPassword = lazy(async () => ({ default: (await import('./ForgotPassword.tsx')).ForgotPassword }));
const ProviderCode = lazy(async () => ({ default: (await import('./ProviderCode.tsx')).ProviderCode }));

const tabs = [
  { value: 'sign-in', label: 'Sign In' },
  { value: 'register', label: 'Register' },
];

/** Sign-in and registration, shown in place of the requested page, whose address stays. */
export function AuthScreen() {
  const { view } = useSearch({ strict: false });
  const otherView = view === 'forgot-password' ? <ForgotPassword /> : view === 'code' ? <ProviderCode /> : null;
  return (
    <AuthFrame>
      <Suspense fallback={null}>{otherView ?? <Entry />}</Suspense>
    </AuthFrame>
  );
}

function Entry() {
  const { view } = useSearch({ strict: false });
  const { registration, signInText } = usePortalConfig();
  const [tab, setTab] = useState(view === 'register' ? 'register' : 'sign-in');
  const mayRegister = registration !== 'invited';
  const isRegistering = mayRegister && tab === 'register';
  const heading = useHeadingFocus('sign-in');
  usePage(isRegistering ? 'Register' : 'Sign In');
  return (
    <>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {isRegistering ? 'Create your account' : 'Welcome back'}
        </h1>
        <p className="mt-1.5 text-muted-foreground">
          {isRegistering
            ? 'Free resources open straight away. No card needed.'
            : 'Sign in to reach your resources and assessments.'}
        </p>
        {signInText ? <p className="mt-3 wrap-anywhere whitespace-pre-line">{signInText}</p> : null}
      </div>
      {mayRegister ? <SignInOrRegister tab={tab} onTab={setTab} /> : <SignInForm />}
      <LookAround />
    </>
  );
}

function SignInOrRegister({ tab, onTab }: { tab: string; onTab: (tab: string) => void }) {
  return (
    <Tabs label="Account" tabs={tabs} value={tab} onValueChange={onTab} variant="segmented">
      <TabPanel value="sign-in" className="mt-6">
        <SignInForm />
      </TabPanel>
      <TabPanel value="register" className="mt-6">
        <RegisterForm />
      </TabPanel>
    </Tabs>
  );
}

/** The ways to what anyone may open (FRONT-08). */
function LookAround() {
  const { catalogueIsPublic, assessmentIsPublic } = usePortalConfig();
  if (!catalogueIsPublic && !assessmentIsPublic) return null;
  return (
    <p className="text-center text-sm text-muted-foreground">
      New here?{' '}
      {catalogueIsPublic ? (
        <TextLink asChild>
          <Link to="/catalogue">Look around first</Link>
        </TextLink>
      ) : null}
      {catalogueIsPublic && assessmentIsPublic ? ' or ' : null}
      {assessmentIsPublic ? (
        <TextLink asChild>
          <Link to="/assessment">{catalogueIsPublic ? 'try the assessment' : 'Try the assessment first'}</Link>
        </TextLink>
      ) : null}
    </p>
  );
}

const emptyForm = { firstName: '', lastName: '', email: '', password: '', organization: '' };

/** Everything a new account needs; the organization may stay empty. */
function RegisterForm() {
  const { passwordMin, registration } = usePortalConfig();
  const openAccount = useRegister();
  const { register, formState, onSubmit, isBusy } = useShapeForm({
    shape: useMemo(() => registerShape(passwordMin), [passwordMin]),
    defaultValues: emptyForm,
    send: openAccount.mutateAsync,
    newPassword: 'password',
  });
  const { errors } = formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label="First Name" error={errors.firstName?.message}>
          <TextInput autoComplete="given-name" {...register('firstName')} />
        </Field>
        <Field label="Last Name" error={errors.lastName?.message}>
          <TextInput autoComplete="family-name" {...register('lastName')} />
        </Field>
      </div>
      <Field
        label="Email"
        hint={
          registration === 'domains' ? 'Registration is open to certain organisations: use your work address.' : null
        }
        error={errors.email?.message}
      >
        <TextInput type="email" autoComplete="username" autoCapitalize="none" {...register('email')} />
      </Field>
      <Field label="Password" hint={`At least ${passwordMin} characters`} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      <Field label="Organization" isOptional error={errors.organization?.message}>
        <TextInput autoComplete="organization" {...register('organization')} />
      </Field>
      <Button type="submit" isBlock isBusy={isBusy}>
        Create Account
      </Button>
    </form>
  );
}
