import { Login } from '#contract/accounts.ts';
import { useShapeForm } from '../../platform/form.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useSignIn } from './api.ts';

/** Email and password. */
export function SignInForm() {
  const signIn = useSignIn();
  const { register, formState, onSubmit, isBusy } = useShapeForm({
    shape: Login,
    defaultValues: { email: '', password: '' },
    send: signIn.mutateAsync,
  });
  const { errors } = formState;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <Field label="Email" error={errors.email?.message}>
        <TextInput type="email" autoComplete="username" autoCapitalize="none" {...register('email')} />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      <Button type="submit" isBlock isBusy={isBusy}>
        Sign In
      </Button>
    </form>
  );
}
