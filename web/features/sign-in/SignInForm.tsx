import { useEffect, useState } from 'react';
import { Login } from '#contract/sign-in.ts';
import { paths } from '../../paths.ts';
import { useShapeForm } from '../../platform/form.ts';
import { AppLink } from '../../platform/link.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { TextButton, TextLink } from '../../ui/TextLink.tsx';
import { isCodeRequired, useSignIn } from './api.ts';
import { GoogleButton } from './GoogleButton.tsx';

/** Email and password; then the code, where the second factor is on. */
export function SignInForm() {
  const [isCodeNeeded, setIsCodeNeeded] = useState(false);
  const signIn = useSignIn();
  const form = useShapeForm({
    shape: Login,
    defaultValues: { email: '', password: '', code: undefined },
    send: async (values) => {
      await signIn.mutateAsync(values).catch((error: unknown) => {
        if (isCodeRequired(error)) setIsCodeNeeded(true);
      });
    },
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
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
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
            <TextInput type="email" autoComplete="username" autoCapitalize="none" {...register('email')} />
          </Field>
          <Field
            label="Password"
            error={errors.password?.message}
            action={
              <TextLink asChild>
                <AppLink href={paths.auth({ view: 'forgot-password' })}>Forgot password?</AppLink>
              </TextLink>
            }
          >
            <PasswordInput autoComplete="current-password" {...register('password')} />
          </Field>
        </>
      )}
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
