import { useEffect } from 'react';
import { useCurrentUser } from '../identity/accounts/api.ts';
import { useConfirmationQuestion } from '../platform/confirmation.ts';
import { lazyDialog } from '../platform/lazy-dialog.ts';
import { dismissToast, useToast } from '../platform/toast.ts';
import { useLeaveQuestion } from '../platform/use-unsaved.ts';
import { ToastView } from '../ui/Toast.tsx';

/** Confirmation dialogs and toasts that any screen can open. */
export function Overlays() {
  const message = useToast();
  return (
    <>
      <ConfirmSignIn />
      <Leaving />
      <ToastView message={message} onDismiss={dismissToast} />
    </>
  );
}

const confirmSignInDialog = lazyDialog(
  async () => (await import('../identity/sign-in/ConfirmSignInDialog.tsx')).ConfirmSignInDialog,
);

/**
 * Dialog that asks the member to confirm a sign-in or to sign in again (PERM-05, AUTH-26). The only one of the app; its
 * code loads with the first question.
 */
function ConfirmSignIn() {
  const question = useConfirmationQuestion();
  const { user } = useCurrentUser();
  // A call may ask after its member has signed out. The answer is then no.
  useEffect(() => {
    if (!user) question?.answer(false);
  }, [question, user]);
  if (!question || !user) return null;
  return <confirmSignInDialog.Dialog ask={question.ask} user={user} onClose={question.answer} />;
}

const leaveDialog = lazyDialog(async () => (await import('./LeaveDialog.tsx')).LeaveDialog);

/** Dialog that asks whether to leave unsaved work (GEN-23). The only one of the app. */
function Leaving() {
  const question = useLeaveQuestion();
  if (!question) return null;
  return <leaveDialog.Dialog onClose={(isLeft) => (isLeft ? question.leave() : question.stay())} />;
}
