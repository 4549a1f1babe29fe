import { type FormEvent, Suspense, useEffect, useId, useRef, useState } from 'react';
import { getCurrentUser } from '#contract/identity/accounts.endpoints.ts';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import { beginProviderSignIn } from '#contract/identity/sign-in.endpoints.ts';
import { LoginForm, type Proof } from '#contract/identity/sign-in-forms.ts';
import { call } from '#web/platform/api.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { type Ask, openConfirmation } from '#web/platform/confirmation.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { lazyPart } from '#web/platform/screen.ts';
import { toast } from '#web/platform/toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useSignInAgain } from './again-api.ts';
import { isCodeRequired, placeOfFailure } from './api.ts';
import { useMustUseCompany } from './company-sign-in-api.ts';
import { ProofFields } from './ProofFields.tsx';
import { RejectedNotice } from './RefusedNotice.tsx';
import { FormFailure } from './SignInForm.tsx';
import { useConfirmSignIn } from './security-api.ts';

type ConfirmSignInDialogProps = { user: CurrentUser; onClose: (isConfirmed: boolean) => void };

const CompanyProof = lazyPart(async () => (await import('./CompanyProof.tsx')).CompanyProof);
const CompanyAgain = lazyPart(async () => (await import('./CompanyProof.tsx')).CompanyAgain);
const PasskeyProof = lazyPart(async () => (await import('../passkeys/PasskeyProof.tsx')).PasskeyProof);
const PasskeyAgain = lazyPart(async () => (await import('../passkeys/PasskeyProof.tsx')).PasskeyAgain);

/** Confirms the identity of the person for a call that waits and is then repeated (PERM-05, AUTH-26). */
export function ConfirmSignInDialog({ ask, ...props }: ConfirmSignInDialogProps & { ask: Ask }) {
  return ask === 'confirm' ? <ConfirmDialog {...props} /> : <SignInAgainDialog {...props} />;
}

/** Shown for a sign-in that is too old. */
function ConfirmDialog({ user, onClose }: ConfirmSignInDialogProps) {
  const formId = useId();
  const confirm = useConfirmSignIn();
  const [isAsking, setIsAsking] = useState(false);
  const { googleSignIn } = usePortalConfig();
  const mustUseCompany = useMustUseCompany();
  const account = mustUseCompany ? { ...user, hasPassword: false } : user;
  const hasSecret = mustUseCompany !== undefined && (account.hasPassword || account.twoFactorEnabled);
  const isProviderAsked = mustUseCompany === false && !hasSecret && googleSignIn;
  const isBusy = confirm.isPending || isAsking;

  async function send(proof: Proof) {
    await confirm.mutateAsync(proof);
    onClose(true);
  }

  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onOpenChange={() => onClose(false)}
      title="Confirm that it is you"
      description={`You signed in a while ago. To continue, confirm that you are ${user.email}.`}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={() => onClose(false)}>
            Cancel
          </Button>
          {hasSecret || isProviderAsked ? (
            <Button type="submit" form={formId} disabled={isAsking} isBusy={confirm.isPending}>
              {isProviderAsked ? 'Confirm with Google' : 'Confirm'}
            </Button>
          ) : null}
        </>
      }
    >
      {isProviderAsked ? (
        <ProviderProof formId={formId} query="purpose=confirm" onConfirmed={() => onClose(true)} />
      ) : null}
      {hasSecret ? <ProofFields formId={formId} account={account} send={send} /> : null}
      <Suspense>
        <CompanyProof user={user} onConfirmed={() => onClose(true)} />
        <PasskeyProof onBusy={setIsAsking} onConfirmed={() => onClose(true)} />
      </Suspense>
    </Dialog>
  );
}

type ProviderProofProps = {
  formId: string;
  /** Query string of the URL that starts the provider's sign-in, which ends at /confirmed. */
  query: string;
  onConfirmed: () => void;
};

/** Confirms through the sign-in provider in a small window, so that the page and its waiting call stay. */
function ProviderProof({ formId, query, onConfirmed }: ProviderProofProps) {
  const stopListening = useRef<(() => void) | null>(null);
  useEffect(() => () => stopListening.current?.(), []);

  function ask(event: FormEvent) {
    event.preventDefault();
    stopListening.current?.();
    stopListening.current = openConfirmation(`${beginProviderSignIn.path}?${query}`, (rejection) => {
      if (rejection === null) onConfirmed();
      else toast({ title: 'Not confirmed', description: rejection, tone: 'destructive' });
    });
    if (stopListening.current) return;
    toast({
      title: 'Not confirmed',
      description: 'Your browser blocked the window. Allow it, then try again.',
      tone: 'destructive',
    });
  }

  return (
    <form id={formId} onSubmit={ask}>
      <p>You signed in with Google. A small window asks you to sign in there again.</p>
    </form>
  );
}

/** Shown for a sign-in that has ended: the member signs in over the page, which keeps what was typed (AUTH-26). */
function SignInAgainDialog({ user, onClose }: ConfirmSignInDialogProps) {
  const formId = useId();
  const [isBusy, setIsBusy] = useState(false);
  const { googleSignIn } = usePortalConfig();
  const isProviderAsked = !user.hasPassword && googleSignIn;

  // If another account was chosen in the small window, this call loads the page again for it.
  async function finishByProvider() {
    await call(getCurrentUser);
    onClose(true);
  }

  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onOpenChange={() => onClose(false)}
      title="Please sign in again"
      description={`Your session has ended. Sign in as ${user.email} to continue: what you entered is still here.`}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy}>
            {isProviderAsked ? 'Continue with Google' : 'Sign In'}
          </Button>
        </>
      }
    >
      {isProviderAsked ? (
        <ProviderProof
          formId={formId}
          query="returnTo=%2Fconfirmed"
          onConfirmed={() => void finishByProvider().catch(() => onClose(false))}
        />
      ) : (
        <PasswordSignIn formId={formId} email={user.email} onBusy={setIsBusy} onDone={() => onClose(true)} />
      )}
      <Suspense>
        <CompanyAgain user={user} onConfirmed={() => onClose(true)} />
        <PasskeyAgain onBusy={setIsBusy} onConfirmed={() => onClose(true)} />
      </Suspense>
    </Dialog>
  );
}

type PasswordSignInProps = { formId: string; email: string; onBusy: (isBusy: boolean) => void; onDone: () => void };

/** The password, and the code where the second factor is on. */
function PasswordSignIn({ formId, email, onBusy, onDone }: PasswordSignInProps) {
  const [isCodeNeeded, setIsCodeNeeded] = useState(false);
  const signIn = useSignInAgain();
  const { register, formState, onSubmit, setFocus } = useSchemaForm({
    shape: LoginForm,
    defaultValues: { email, password: '', code: undefined },
    send: async (values) => {
      onBusy(true);
      try {
        await signIn.mutateAsync(values);
        onDone();
      } catch (error) {
        if (isCodeRequired(error)) setIsCodeNeeded(true);
        throw error;
      } finally {
        onBusy(false);
      }
    },
    failureAt: placeOfFailure,
  });
  const { errors } = formState;

  // The field exists only after the step has rendered.
  useEffect(() => {
    if (isCodeNeeded) setFocus('code');
  }, [isCodeNeeded, setFocus]);

  return (
    <form id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      {isCodeNeeded ? (
        <Field label="Code" hint="From your authenticator, or a recovery code" error={errors.code?.message}>
          <TextInput autoComplete="one-time-code" autoCapitalize="characters" {...register('code')} />
        </Field>
      ) : null}
      <FormFailure sentence={errors.root?.message} />
      {signIn.error ? <RejectedNotice error={signIn.error} email={email} /> : null}
    </form>
  );
}
