import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { beginProviderSignIn } from '#contract/identity/sign-in.endpoints.ts';
import { LoginForm } from '#contract/identity/sign-in-forms.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { sentenceOf } from '../../platform/errors.ts';
import { useShapeForm } from '../../platform/form.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { TextButton, TextLink } from '../../ui/TextLink.tsx';
import { isCodeRequired, isSignInLocked, placeOfFailure, useForgotPassword, useSignIn } from './api.ts';
import { providerReturnPath } from './display.ts';

/** The address that was typed into one of the two forms, for the other; it is forgotten once a member has entered. */
export type TypedEmail = { email: string; onEmail: (email: string) => void; onEntered: () => void };

/** Email and password; then the code, where the second factor is on. A failure is shown beside what it is about. */
export function SignInForm({ email, onEmail, onEntered }: TypedEmail) {
  const [isCodeNeeded, setIsCodeNeeded] = useState(false);
  const signIn = useSignIn();
  const form = useShapeForm({
    shape: LoginForm,
    defaultValues: { email, password: '', code: undefined },
    send: (values) =>
      signIn.mutateAsync(values).then(onEntered, (error: unknown) => {
        if (isCodeRequired(error)) setIsCodeNeeded(true);
        throw error;
      }),
    failureAt: (error) => (isSignInLocked(error) ? null : placeOfFailure(error)),
  });
  const { register, formState, onSubmit, isBusy, setFocus, setValue, getValues } = form;
  const { errors } = formState;

  // The field is there only after the step has been drawn.
  useEffect(() => {
    if (isCodeNeeded) setFocus('code');
  }, [isCodeNeeded, setFocus]);

  function startAnew() {
    setValue('code', undefined);
    setIsCodeNeeded(false);
  }

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {isCodeNeeded ? (
        <>
          <p className="text-sm text-muted-foreground">
            {getValues('email')} asks for a second step. Enter the code that your authenticator shows, or a recovery
            code.
          </p>
          <Field label="Code" error={errors.code?.message}>
            <TextInput
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              {...register('code')}
            />
          </Field>
        </>
      ) : (
        <>
          <Field label="Email" error={errors.email?.message}>
            <TextInput
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              {...register('email', { onChange: ({ target }) => onEmail(target.value) })}
            />
          </Field>
          <Field
            label="Password"
            error={errors.password?.message}
            action={
              <TextLink asChild>
                <Link to="/auth" search={{ view: 'forgot-password' }}>
                  Forgot password?
                </Link>
              </TextLink>
            }
          >
            <PasswordInput autoComplete="current-password" {...register('password')} />
          </Field>
        </>
      )}
      <FormFailure sentence={errors.root?.message} />
      {isSignInLocked(signIn.error) ? (
        <LockedNotice sentence={sentenceOf(signIn.error)} email={getValues('email')} />
      ) : null}
      <Button type="submit" isBlock isBusy={isBusy}>
        Sign In
      </Button>
      {isCodeNeeded ? (
        <TextButton className="self-center" onClick={startAnew}>
          Use another account
        </TextButton>
      ) : (
        <GoogleButton />
      )}
    </form>
  );
}

/** Offers the mailed link that leads in after too many wrong passwords (ACCT-04). */
function LockedNotice({ sentence, email }: { sentence: string; email: string }) {
  const ask = useForgotPassword();
  const run = useSingleRun(() => ask.mutateAsync({ email }));
  return (
    <Banner tone={ask.data ? 'success' : 'warning'} role="status">
      {ask.data ? (
        <p>{ask.data.message}</p>
      ) : (
        <>
          <p>{sentence}</p>
          <Button variant="outline" size="small" className="mt-3" isBusy={ask.isPending} onClick={() => void run()}>
            Email Me a Link
          </Button>
        </>
      )}
    </Banner>
  );
}

/** What went wrong with the whole form. */
export function FormFailure({ sentence }: { sentence: string | undefined }) {
  return sentence ? (
    <Banner tone="danger" role="alert">
      {sentence}
    </Banner>
  ) : null;
}

/** Leads to the sign-in provider and then back to the requested page. */
export function GoogleButton() {
  const { googleSignIn } = usePortalConfig();
  if (!googleSignIn) return null;
  return (
    <>
      <p className="flex items-center gap-3 text-sm text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or
      </p>
      <Button
        variant="outline"
        isBlock
        onClick={() => {
          const returnTo = encodeURIComponent(providerReturnPath(location));
          location.assign(`${beginProviderSignIn.path}?returnTo=${returnTo}`);
        }}
      >
        <GoogleMark />
        Continue with Google
      </Button>
    </>
  );
}

/** Google's official mark, in its own colours (design/guide.md: the provider's mark, not one of ours). */
function GoogleMark() {
  return (
    <svg aria-hidden="true" width={18} height={18} viewBox="0 0 48 48">
      <path
        fill="#EA4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#FBBC05"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  );
}
