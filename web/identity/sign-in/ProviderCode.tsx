import { useNavigate, useRouter } from '@tanstack/react-router';
import { CodeForm } from '#contract/identity/sign-in-forms.ts';
import { ApiError } from '#web/platform/errors.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { usePage } from '#web/platform/page.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useFinishByCode } from './api.ts';
import { RejectedNotice } from './RefusedNotice.tsx';

/**
 * The second step after Google or a company has led back (SET-18).
 *
 * @param back the page that is opened afterwards
 */
export function ProviderCode({ back }: { back: string }) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const finish = useFinishByCode();
  usePage('Enter your code');
  const { register, formState, onSubmit, isBusy } = useSchemaForm({
    shape: CodeForm,
    defaultValues: { code: '' },
    // Navigates, because /auth?view=code is also shown to signed-in members and so does not redirect after the sign-in.
    send: async (form) => {
      await finish.mutateAsync(form);
      history.replace(back);
    },
    failureAt: (error) => (error instanceof ApiError && error.code === 'accounts.sign-in-step-ended' ? 'root' : null),
  });
  const startAgain = () => void navigate({ to: '/auth' });
  if (formState.errors.root) {
    return (
      <>
        <PageHeading title="One more step" subtitle={formState.errors.root.message} className="mb-0!" />
        <Button isBlock onClick={startAgain}>
          Start again
        </Button>
      </>
    );
  }
  return (
    <>
      <PageHeading
        title="One more step"
        subtitle="Enter the code that your authenticator shows, or a recovery code."
        className="mb-0!"
      />
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        <Field label="Code" error={formState.errors.code?.message}>
          <TextInput
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            {...register('code')}
          />
        </Field>
        {finish.error ? <RejectedNotice error={finish.error} /> : null}
        <Button type="submit" isBlock isBusy={isBusy}>
          Sign In
        </Button>
        <Button variant="outline" isBlock onClick={startAgain}>
          Cancel
        </Button>
      </form>
    </>
  );
}
