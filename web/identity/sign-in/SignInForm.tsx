import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { LoginForm } from '#contract/identity/sign-in-forms.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { TextButton, TextLink } from '#web/ui/TextLink.tsx';
import { isCodeRequired, placeOfFailure, useSignIn } from './api.ts';

const CodeStep = lazyPart(async () => (await import('./CodeStep.tsx')).CodeStep);

/** Notice for errors of a sign-in that have a next step, such as a mailed link. */
export const RejectedNotice = lazyPart(async () => (await import('./RefusedNotice.tsx')).RejectedNotice);

/** Imported on first use, because Google's logo is large; `prepare` of the screen preloads it. */
export const OtherWays = lazyPart(async () => (await import('./OtherWays.tsx')).OtherWays);

/** The address that was typed into one of the two forms, shared with the other; cleared once a member has signed in. */
export type TypedEmail = AddressField & { onEntered: () => void };

type AddressField = {
  email: string;
  onEmail: (email: string) => void;
  /** Mark in the field and hint below it when a mailed link has confirmed the address; null while it is typed. */
  fixed: { mark: ReactNode; confirmed: ReactNode } | null;
  /** Called when the person wants to type an address other than the confirmed one. */
  onOther: () => void;
};

type EmailFieldProps = AddressField & {
  field: UseFormRegisterReturn;
  hint?: string | null;
  error: string | undefined;
};

/** Field for the email address; read-only when a mailed link has confirmed the address. */
export function EmailField({ email, onEmail, fixed, onOther, field, hint, error }: EmailFieldProps) {
  return (
    <>
      <Field label="Email" hint={fixed?.confirmed ?? hint} error={error}>
        <TextInput
          type="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          {...field}
          {...(fixed && { leading: fixed.mark, readOnly: true, value: email, className: 'bg-muted' })}
          onChange={(event) => {
            if (fixed) return;
            onEmail(event.target.value);
            void field.onChange(event);
          }}
        />
      </Field>
      {fixed ? (
        <TextButton className="mt-1" onClick={onOther}>
          Use another address
        </TextButton>
      ) : null}
    </>
  );
}

type SignInFormProps = TypedEmail & {
  /** Sentence beside the button about what happens next; null for none. */
  next: string | null;
  /** Path of the page that is shown after signing in. */
  back: string;
};

/** Form for email and password, then for the code if the second factor is on. Errors appear at their fields. */
export function SignInForm({ next, back, onEntered, ...address }: SignInFormProps) {
  const { email } = address;
  const [isCodeNeeded, setIsCodeNeeded] = useState(false);
  const signIn = useSignIn();
  const form = useSchemaForm({
    shape: LoginForm,
    defaultValues: { email, password: '', code: undefined },
    send: (values) =>
      signIn.mutateAsync(values).then(onEntered, (error: unknown) => {
        if (isCodeRequired(error)) setIsCodeNeeded(true);
        throw error;
      }),
    failureAt: placeOfFailure,
  });
  const { register, formState, onSubmit, isBusy, setFocus, setValue, getValues } = form;
  const { errors } = formState;

  function startAnew() {
    setValue('code', undefined);
    setIsCodeNeeded(false);
  }

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {isCodeNeeded ? (
        <Suspense>
          <CodeStep
            email={getValues('email')}
            field={register('code')}
            error={errors.code?.message}
            onShown={() => setFocus('code')}
          />
        </Suspense>
      ) : (
        <>
          <div>
            <EmailField {...address} field={register('email')} error={errors.email?.message} />
          </div>
          <Field
            label="Password"
            error={errors.password?.message}
            action={
              <TextLink asChild>
                <Link
                  to="/auth"
                  search={{ view: 'forgot-password', ...(back !== '/' && { next: back }) }}
                  onClick={() => address.onEmail(getValues('email'))}
                >
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
      {signIn.error ? (
        <Suspense>
          <RejectedNotice error={signIn.error} email={getValues('email')} />
        </Suspense>
      ) : null}
      <Button type="submit" isBlock isBusy={isBusy}>
        Sign In
      </Button>
      {next ? <p className="text-center text-sm text-balance text-muted-foreground">{next}</p> : null}
      {isCodeNeeded ? (
        <TextButton className="self-center" onClick={startAnew}>
          Use another account
        </TextButton>
      ) : (
        <Suspense>
          <OtherWays hasPasskeys />
        </Suspense>
      )}
    </form>
  );
}

/** Error of the whole form. */
export function FormFailure({ sentence }: { sentence: string | undefined }) {
  return sentence ? (
    <Banner tone="danger" role="alert">
      {sentence}
    </Banner>
  ) : null;
}
