import { useState } from 'react';
import * as z from 'zod/mini';
import type { PendingSignIn } from '#contract/identity/connections.ts';
import { CodeForm, PasswordForm } from '#contract/identity/sign-in-forms.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { isCodeRequired, placeOfFailure } from './api.ts';
import { useLinkByMail, useLinkByPassword } from './company-api.ts';
import { RejectedNotice } from './RefusedNotice.tsx';
import { requiredIn } from './required-connection-api.ts';
import { FormFailure } from './SignInForm.tsx';

const codeHint = 'From your authenticator, or a recovery code';

/** Form that links the account by its password, and a code if its second factor is on. */
export function PasswordProof({ pending: { email, hasSecondFactor } }: { pending: PendingSignIn }) {
  const linking = useLinkByPassword();
  const [isCodeNeeded, setCodeNeeded] = useState(hasSecondFactor);
  const { register, formState, onSubmit, isBusy } = useSchemaForm({
    shape: z.object({
      password: PasswordForm.shape.password,
      code: isCodeNeeded ? CodeForm.shape.code : z.optional(z.string()),
    }),
    defaultValues: { password: '', code: undefined },
    send: async ({ password, code }) => {
      try {
        await linking.mutateAsync({ password, ...(code && { code }) });
      } catch (error) {
        if (isCodeRequired(error)) setCodeNeeded(true);
        throw error;
      }
    },
    failureAt: placeOfFailure,
  });
  const { errors } = formState;
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {/* For password managers, which store passwords by email address. */}
      <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      {isCodeNeeded ? (
        <Field label="Code" hint={codeHint} error={errors.code?.message}>
          <TextInput
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            {...register('code')}
          />
        </Field>
      ) : null}
      <FormFailure sentence={errors.root?.message} />
      {linking.error ? <RejectedNotice error={linking.error} /> : null}
      <Button type="submit" isBlock isBusy={isBusy || linking.isSuccess}>
        Link and sign in
      </Button>
    </form>
  );
}

/**
 * Form that links the account by the mailed link of the page, with the code of the second factor if the account has
 * one.
 */
export function MailedProof({ pending: { hasSecondFactor }, token }: { pending: PendingSignIn; token: string }) {
  const linking = useLinkByMail();
  const { register, formState, onSubmit, isBusy } = useSchemaForm({
    shape: z.object({ code: hasSecondFactor ? CodeForm.shape.code : z.optional(z.string()) }),
    defaultValues: { code: undefined },
    send: ({ code }) => linking.mutateAsync({ token, ...(code && { code }) }),
    failureAt: (error) => (requiredIn(error) ? null : placeOfFailure(error) === 'code' ? 'code' : 'root'),
  });
  const { errors } = formState;
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {hasSecondFactor ? (
        <Field label="Code" hint={codeHint} error={errors.code?.message}>
          <TextInput
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            {...register('code')}
          />
        </Field>
      ) : null}
      <FormFailure sentence={errors.root?.message} />
      {linking.error ? <RejectedNotice error={linking.error} /> : null}
      <Button type="submit" isBlock isBusy={isBusy || linking.isSuccess}>
        Link and sign in
      </Button>
    </form>
  );
}
