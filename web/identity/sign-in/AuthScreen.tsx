import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { noEmail } from '#contract/identity/sign-in-forms.ts';
import { everything, newestPublicResources, publicCounts } from '../../pages/storefront/api.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { sentenceOf } from '../../platform/errors.ts';
import { useShapeForm } from '../../platform/form.ts';
import { usePage } from '../../platform/page.ts';
import { lazyPart } from '../../platform/screen.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useHeadingFocus } from '../../ui/PageHeading.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { TextButton, TextLink } from '../../ui/TextLink.tsx';
import { BareFrame, PhoneStrip, Promises } from './AuthFrame.tsx';
import { isEmailTaken, useRegister } from './api.ts';
import { providerReturnPath } from './display.ts';
import { useIsKnownBrowser } from './known-browser-api.ts';
import { registerShape } from './new-password.ts';
import { FormFailure, GoogleButton, SignInForm, type TypedEmail } from './SignInForm.tsx';

const ForgotPassword = lazyPart(async () => (await import('./ForgotPassword.tsx')).ForgotPassword);
const ProviderCode = lazyPart(async () => (await import('./ProviderCode.tsx')).ProviderCode);

const tabs = [
  { value: 'sign-in', label: 'Sign In' },
  { value: 'register', label: 'Register' },
];

const nothingTyped = { email: '', firstName: '', lastName: '', organization: '' };

/** What was typed, for the way back from another tab or page (AUTH-11); the password is not kept. */
let typed = nothingTyped;

/** Loads what the screen shows of the portal. */
export const prepare = prepareInside;

/** Sign-in and registration, shown in place of the requested page, whose address stays. */
export function AuthScreen() {
  const { view } = useSearch({ strict: false });
  const otherView = view === 'forgot-password' ? <ForgotPassword /> : view === 'code' ? <ProviderCode /> : null;
  return (
    <EntryFrame>
      <Suspense fallback={null}>{otherView ?? <Entry />}</Suspense>
    </EntryFrame>
  );
}

function Entry() {
  const { view } = useSearch({ strict: false });
  const { registration, signInText } = usePortalConfig();
  const target = useLocation({
    select: ({ pathname, searchStr }) => providerReturnPath({ pathname, search: searchStr }),
  });
  // A link into the portal usually brings people who are new.
  const isKnownBrowser = useIsKnownBrowser();
  const [isNewHere] = useState(target !== '/' && !isKnownBrowser);
  const [tab, setTab] = useState(view === 'register' || isNewHere || typed.firstName ? 'register' : 'sign-in');
  const [email, setEmail] = useState(typed.email);
  // An invitation to an organisation lets its address register in every mode (SETUP-07).
  const mayRegister = registration !== 'invited' || target.startsWith('/invitation');
  const isRegistering = mayRegister && tab === 'register';
  const shared = {
    email,
    onEmail: (next: string) => {
      typed = { ...typed, email: next };
      setEmail(next);
    },
    onEntered: () => {
      typed = nothingTyped;
    },
  };
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
        {target === '/' ? null : (
          <p className="mt-1.5 text-muted-foreground">Then you return to the page you opened.</p>
        )}
        {signInText ? <p className="mt-3 wrap-anywhere whitespace-pre-line">{signInText}</p> : null}
      </div>
      {mayRegister ? <SignInOrRegister tab={tab} onTab={setTab} {...shared} /> : <SignInForm {...shared} />}
      <LookAround />
    </>
  );
}

function SignInOrRegister({ tab, onTab, ...shared }: TypedEmail & { tab: string; onTab: (tab: string) => void }) {
  return (
    <Tabs label="Account" tabs={tabs} value={tab} onValueChange={onTab} variant="segmented">
      <TabPanel value="sign-in" className="mt-6">
        <SignInForm {...shared} />
      </TabPanel>
      <TabPanel value="register" className="mt-6">
        <RegisterForm {...shared} onSignIn={() => onTab('sign-in')} />
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

/** Everything a new account needs; the organization may stay empty. */
function RegisterForm({ email, onEmail, onEntered, onSignIn }: TypedEmail & { onSignIn: () => void }) {
  const { passwordMin, registration } = usePortalConfig();
  const openAccount = useRegister();
  const { landing, host } = useSearch({ strict: false });
  const { register, watch, formState, onSubmit, isBusy } = useShapeForm({
    shape: useMemo(() => registerShape(passwordMin), [passwordMin]),
    defaultValues: { ...typed, email, password: '' },
    send: async (form) => {
      await openAccount.mutateAsync(landing && host ? { ...form, arrival: { landing, host } } : form);
      onEntered();
    },
    newPassword: 'password',
    // The server looks closer at an address than the form does.
    failureAt: (error) => (isEmailTaken(error) || sentenceOf(error) === noEmail ? 'email' : 'root'),
  });
  const { errors } = formState;
  useEffect(() => {
    const { unsubscribe } = watch(({ firstName = '', lastName = '', organization }) => {
      typed = { ...typed, firstName, lastName, organization: organization ?? '' };
    });
    return unsubscribe;
  }, [watch]);
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label="First Name" error={errors.firstName?.message}>
          <TextInput autoComplete="given-name" {...register('firstName')} />
        </Field>
        <Field label="Last Name" error={errors.lastName?.message}>
          <TextInput autoComplete="family-name" {...register('lastName')} />
        </Field>
      </div>
      <div>
        <Field
          label="Email"
          hint={
            registration === 'domains' ? 'Registration is open to certain organisations: use your work address.' : null
          }
          error={errors.email?.message}
        >
          <TextInput
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            {...register('email', { onChange: ({ target }) => onEmail(target.value) })}
          />
        </Field>
        {errors.email && isEmailTaken(openAccount.error) ? (
          <TextButton className="mt-1" onClick={onSignIn}>
            Sign in instead
          </TextButton>
        ) : null}
      </div>
      <Field label="Password" hint={`At least ${passwordMin} characters`} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      <Field label="Organization" isOptional error={errors.organization?.message}>
        <TextInput autoComplete="organization" {...register('organization')} />
      </Field>
      <FormFailure sentence={errors.root?.message} />
      <Button type="submit" isBlock isBusy={isBusy}>
        Create Account
      </Button>
      <GoogleButton />
    </form>
  );
}

const Inside = lazyPart(async () => (await import('./Inside.tsx')).Inside);

/** Loads the code of what is inside, which then is drawn without a wait. */
async function prepareInside(): Promise<void> {
  await Inside.preload?.();
}

/** The frame of the sign-in screen: what is inside the portal, which phones show below the form (AUTH-23). */
function EntryFrame({ children }: { children: ReactNode }) {
  const { catalogueIsPublic } = usePortalConfig();
  const { data: counts } = useQuery({ ...publicCounts(everything), enabled: catalogueIsPublic });
  const { data: newest } = useQuery({ ...newestPublicResources, enabled: catalogueIsPublic });
  const isInsideShown = counts !== undefined && newest !== undefined && newest.length > 0;
  // One frame for both: another would take the form away with what was typed into it.
  return (
    <BareFrame
      about={
        isInsideShown ? (
          <Suspense fallback={null}>
            <Inside counts={counts} newest={newest} />
          </Suspense>
        ) : (
          <Promises />
        )
      }
      below={isInsideShown ? null : <PhoneStrip />}
      hasAboutBelow={isInsideShown}
    >
      {children}
    </BareFrame>
  );
}
