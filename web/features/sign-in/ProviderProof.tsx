import { type FormEvent, useEffect, useRef } from 'react';
import { beginProviderSignIn } from '#contract/sign-in.endpoints.ts';
import { openConfirmation } from '../../platform/confirmation-window.ts';
import { toast } from '../../platform/toast.ts';

type ProviderProofProps = { formId: string; onConfirmed: () => void };

/** Asks the sign-in provider, in a small window, so that the page and what waits on it stay. */
export function ProviderProof({ formId, onConfirmed }: ProviderProofProps) {
  const stopListening = useRef<(() => void) | null>(null);
  useEffect(() => () => stopListening.current?.(), []);

  function ask(event: FormEvent) {
    event.preventDefault();
    stopListening.current?.();
    stopListening.current = openConfirmation(`${beginProviderSignIn.path}?purpose=confirm`, (isConfirmed) => {
      if (isConfirmed) onConfirmed();
      else toast({ title: 'Not confirmed', description: 'Google did not say that it is you.', tone: 'destructive' });
    });
    if (stopListening.current) return;
    toast({ title: 'Not confirmed', description: 'Please let this page open a window.', tone: 'destructive' });
  }

  return (
    <form id={formId} onSubmit={ask}>
      <p>You signed in with Google. A small window asks it again.</p>
    </form>
  );
}
