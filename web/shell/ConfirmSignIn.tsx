import { lazy, Suspense } from 'react';
import { useCurrentUser } from '../features/accounts/api.ts';
import { useConfirmationQuestion } from '../platform/confirmation.ts';

const ConfirmSignInDialog = lazy(async () => ({
  default: (await import('../features/sign-in/ConfirmSignInDialog.tsx')).ConfirmSignInDialog,
}));

/** The one place of the question who sits there (PERM-05). Its code comes when it is first asked. */
export function ConfirmSignIn() {
  const question = useConfirmationQuestion();
  const { user } = useCurrentUser();
  if (!question || !user) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmSignInDialog user={user} onAnswer={question.answer} />
    </Suspense>
  );
}
