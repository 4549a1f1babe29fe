import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { addressToken } from '#web/platform/address-token.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { ApiError } from '#web/platform/errors.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { usePage } from '#web/platform/page.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { deadLinkWords } from './display.ts';
import { KeepChoices } from './KeepChoices.tsx';
import { passwordLinkQuery, useResetPassword } from './mailed-link-api.ts';
import { newPasswordShape } from './new-password.ts';
import { RejectedNotice } from './SignInForm.tsx';

/** The page of a set-password link: checks it, then shows the form or why the link is invalid (RESET-06). */
export function ResetPasswordScreen() {
  const [token] = useState(addressToken);
  usePage('Reset Password');
  return <AuthFrame>{token === null ? <DeadLink /> : <LinkCheck token={token} />}</AuthFrame>;
}

function LinkCheck({ token }: { token: string }) {
  const { isPending, error } = useQuery(passwordLinkQuery(token));
  if (isPending) return <Checking />;
  if (error) return <DeadLink refusal={error instanceof ApiError ? error : null} />;
  return (
    <>
      <PageHeading title="Choose a new password" subtitle="You will sign in with it afterwards." className="mb-0!" />
      <NewPasswordForm token={token} />
    </>
  );
}

/** Shown while a link is checked. */
export function Checking() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <VisuallyHidden>Checking your link…</VisuallyHidden>
      <Skeleton className="h-9 w-3/4" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-11 w-full" />
    </div>
  );
}

function DeadLink({ refusal = null }: { refusal?: ApiError | null }) {
  const navigate = useNavigate();
  const [what, why] = deadLinkWords(refusal);
  return (
    <Card>
      <PageHeading title="Invalid or Expired Link" className="mb-3!" />
      <p>{what}</p>
      <p className="mt-3 mb-6 text-muted-foreground">{why}</p>
      <Button isBlock onClick={() => void navigate({ to: '/auth' })}>
        Go to Login Page
      </Button>
    </Card>
  );
}

export function NewPasswordForm({ token }: { token: string }) {
  const { passwordMin } = usePortalConfig();
  const resetPassword = useResetPassword(token);
  const { register, formState, onSubmit, isBusy } = useSchemaForm({
    shape: useMemo(() => newPasswordShape(passwordMin), [passwordMin]),
    defaultValues: {
      password: '',
      confirmPassword: '',
      keep: [],
    },
    send: ({ password, keep }) => resetPassword.mutateAsync({ password, keep }),
    newPassword: 'password',
  });
  const { errors } = formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <Field label="New Password" hint={`At least ${passwordMin} characters`} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      <Field label="Confirm Password" error={errors.confirmPassword?.message}>
        <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
      </Field>
      <KeepChoices keep={register('keep')} />
      {resetPassword.error ? (
        <Suspense>
          <RejectedNotice error={resetPassword.error} />
        </Suspense>
      ) : null}
      <Button type="submit" isBlock isBusy={isBusy}>
        Reset Password
      </Button>
    </form>
  );
}
