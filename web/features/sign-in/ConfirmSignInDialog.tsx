import { type FormEvent, useEffect, useId, useRef } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { beginProviderSignIn } from '#contract/sign-in.endpoints.ts';
import { CodeForm, PasswordForm, type Proof } from '#contract/sign-in.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { openConfirmation } from '../../platform/confirmation.ts';
import { useShapeForm } from '../../platform/form.ts';
import { toast } from '../../platform/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordInput } from '../../ui/PasswordInput.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useConfirmSignIn } from './api.ts';

type ConfirmSignInDialogProps = { user: CurrentUser; onClose: (isConfirmed: boolean) => void };

/** Asks who sits there, for a call that needs a fresh sign-in; the call that waits is then repeated (PERM-05). */
export function ConfirmSignInDialog({ user, onClose }: ConfirmSignInDialogProps) {
  const formId = useId();
  const confirm = useConfirmSignIn();
  const { googleSignIn } = usePortalConfig();
  // Google says too little to confirm an administrator by it.
  const hasCode = user.role === 'administrator' && user.twoFactorEnabled;
  const isProviderAsked = !user.hasPassword && !hasCode && googleSignIn;
  const ProofForm = user.hasPassword ? PasswordProof : CodeProof;

  async function send(proof: Proof) {
    await confirm.mutateAsync(proof);
    onClose(true);
  }

  return (
    <Dialog
      isOpen
      isBusy={confirm.isPending}
      onOpenChange={() => onClose(false)}
      title="Confirm that it is you"
      description={`You signed in a while ago. To go on, show that you are ${user.email}.`}
      footer={
        <>
          <Button variant="outline" disabled={confirm.isPending} onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={confirm.isPending}>
            {isProviderAsked ? 'Confirm with Google' : 'Confirm'}
          </Button>
        </>
      }
    >
      {isProviderAsked ? (
        <ProviderProof formId={formId} onConfirmed={() => onClose(true)} />
      ) : (
        <ProofForm formId={formId} send={send} />
      )}
    </Dialog>
  );
}

type ProofFormProps = { formId: string; send: (proof: Proof) => Promise<void> };

function PasswordProof({ formId, send }: ProofFormProps) {
  const form = useShapeForm({ shape: PasswordForm, defaultValues: { password: '' }, send });
  return (
    <form id={formId} noValidate onSubmit={form.onSubmit}>
      <Field label="Password" error={form.formState.errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
    </form>
  );
}

function CodeProof({ formId, send }: ProofFormProps) {
  const form = useShapeForm({ shape: CodeForm, defaultValues: { code: '' }, send });
  return (
    <form id={formId} noValidate onSubmit={form.onSubmit}>
      <Field label="Code" hint="The code that your authenticator shows" error={form.formState.errors.code?.message}>
        <TextInput autoComplete="one-time-code" autoCapitalize="characters" {...form.register('code')} />
      </Field>
    </form>
  );
}

type ProviderProofProps = { formId: string; onConfirmed: () => void };

/** Asks the sign-in provider, in a small window, so that the page and what waits on it stay. */
function ProviderProof({ formId, onConfirmed }: ProviderProofProps) {
  const stopListening = useRef<(() => void) | null>(null);
  useEffect(() => () => stopListening.current?.(), []);

  function ask(event: FormEvent) {
    event.preventDefault();
    stopListening.current?.();
    stopListening.current = openConfirmation(`${beginProviderSignIn.path}?purpose=confirm`, (refusal) => {
      if (refusal === null) onConfirmed();
      else toast({ title: 'Not confirmed', description: refusal, tone: 'destructive' });
    });
    if (stopListening.current) return;
    toast({ title: 'Not confirmed', description: 'Please let this page open a window.', tone: 'destructive' });
  }

  return (
    <form id={formId} onSubmit={ask}>
      <p>You signed in with Google. A small window asks you to sign in there again.</p>
    </form>
  );
}
