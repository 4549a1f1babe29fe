import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ForgotPasswordForm as ForgotPasswordShape } from '#contract/identity/sign-in-forms.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { usePage } from '#web/platform/page.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Field } from '#web/ui/Field.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useForgotPassword } from './api.ts';
import { RejectedNotice } from './RefusedNotice.tsx';
import { typed } from './typed-entry.ts';

/**
 * Asks for a reset link. Does not reveal whether the address has an account (RESET-04).
 * @param back the page that was asked for, to which Cancel leads
 */
export function ForgotPassword({ back }: { back: string }) {
  const [answer, setAnswer] = useState<string | null>(null);
  usePage('Forgot Password');
  return answer === null ? <RequestForm onAnswer={setAnswer} back={back} /> : <Requested answer={answer} back={back} />;
}

function RequestForm({ onAnswer, back }: { onAnswer: (answer: string) => void; back: string }) {
  const navigate = useNavigate();
  const ask = useForgotPassword();
  const { register, watch, getValues, formState, onSubmit, isBusy } = useSchemaForm({
    shape: ForgotPasswordShape,
    defaultValues: { email: typed().email },
    send: async (form) => onAnswer((await ask.mutateAsync(form)).message),
  });
  const isEmpty = watch('email').trim() === '';
  return (
    <>
      <PageHeading
        title="Forgot your password?"
        subtitle="Enter your email address, and we send you a link to choose a new one."
        className="mb-0!"
      />
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        <Field label="Email" error={formState.errors.email?.message}>
          <TextInput type="email" autoComplete="username" autoCapitalize="none" {...register('email')} />
        </Field>
        {ask.error ? <RejectedNotice error={ask.error} email={getValues('email')} /> : null}
        <Button
          type="submit"
          isBlock
          isBusy={isBusy}
          unavailableReason={isEmpty ? 'Enter your email address first' : undefined}
        >
          Send Reset Link
        </Button>
        <Button variant="outline" isBlock onClick={() => void navigate({ to: back === '/' ? '/auth' : back })}>
          Cancel
        </Button>
      </form>
    </>
  );
}

function Requested({ answer, back }: { answer: string; back: string }) {
  return (
    <>
      <PageHeading title="Check your email" subtitle="The link works once, for 1 hour." className="mb-0!" />
      <Banner tone="success" role="status">
        {answer} It can take a minute. If it does not arrive, check your spam folder.
      </Banner>
      <Link to={back === '/' ? '/auth' : back} className={buttonClasses({ variant: 'outline', isBlock: true })}>
        Back to Sign In
      </Link>
    </>
  );
}
