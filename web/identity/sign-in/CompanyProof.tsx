import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { getCurrentUser } from '#contract/identity/accounts.endpoints.ts';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import { startConnection } from '#contract/identity/connections.endpoints.ts';
import { CodeForm } from '#contract/identity/sign-in-forms.ts';
import { addressOf, call } from '#web/platform/api.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { openConfirmation } from '#web/platform/confirmation.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { toast } from '#web/platform/toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { companyQuery } from './company-api.ts';
import { companySignInQuery, useHasCompanies, useMailConfirmCode } from './company-sign-in-api.ts';
import { useConfirmSignIn } from './security-api.ts';

type CompanyProofProps = { user: CurrentUser; onConfirmed: () => void };

/**
 * Confirms through a company, or by a mailed code: some providers do not say when a person signed in (SSO-11). Members
 * with a second factor, or with a password that their company accepts, confirm by that in place of the code.
 */
export function CompanyProof(props: CompanyProofProps) {
  return useHasCompanies() ? <OwnProof {...props} /> : null;
}

function OwnProof({ user, onConfirmed }: CompanyProofProps) {
  const { data } = useQuery(companySignInQuery);
  const connections = data?.connections ?? [];
  if (connections.length === 0) return null;
  const required = connections.find(({ isRequired }) => isRequired);
  const mayMail = !user.twoFactorEnabled && user.role === 'user' && (required !== undefined || !user.hasPassword);
  return (
    <div className="flex flex-col gap-3">
      {required && user.hasPassword ? (
        <p className="text-sm text-muted-foreground">
          {required.organisation ?? 'Your company'} requires {required.name}: your password is not accepted.
        </p>
      ) : null}
      {connections.map(({ connectionId, name }) => (
        <WindowButton
          key={connectionId}
          label={`Confirm with ${name}`}
          address={addressOf(startConnection, { params: { connectionId }, query: { purpose: 'confirm' } })}
          onConfirmed={onConfirmed}
        />
      ))}
      {mayMail ? <MailedCode onConfirmed={onConfirmed} /> : null}
    </div>
  );
}

/** Signs in again through a company, over a page whose session has ended (AUTH-26, SSO-12). */
export function CompanyAgain(props: CompanyProofProps) {
  return useHasCompanies() ? <OwnAgain {...props} /> : null;
}

function OwnAgain({ user, onConfirmed }: CompanyProofProps) {
  const { buttons } = usePortalConfig().companySignIn;
  const { data } = useQuery(companyQuery(user.email));
  const found = data?.connection;
  const ways = [
    ...(found ? [{ name: found.name, address: found.startAddress }] : []),
    ...buttons.map(({ connectionId, name }) => ({
      name,
      address: addressOf(startConnection, { params: { connectionId } }),
    })),
  ];

  // In the small window another account may have been chosen: this call then loads the page again for it.
  const finish = () => void call(getCurrentUser).then(onConfirmed, () => undefined);

  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {ways.map(({ name, address }) => (
        <WindowButton
          key={address}
          label={`Continue with ${name}`}
          address={withReturn(address)}
          onConfirmed={finish}
        />
      ))}
    </div>
  );
}

function withReturn(address: string): string {
  const { pathname, searchParams } = new URL(address, location.origin);
  searchParams.set('returnTo', '/confirmed');
  return `${pathname}?${searchParams}`;
}

type WindowButtonProps = { label: string; address: string; onConfirmed: () => void };

/** Asks the provider in a small window, so that the page and what waits on it stay. */
function WindowButton({ label, address, onConfirmed }: WindowButtonProps) {
  const stopListening = useRef<(() => void) | null>(null);
  useEffect(() => () => stopListening.current?.(), []);
  const refuse = (description: string) => toast({ title: 'Not confirmed', description, tone: 'destructive' });

  function ask() {
    stopListening.current?.();
    stopListening.current = openConfirmation(address, (rejection) =>
      rejection === null ? onConfirmed() : refuse(rejection),
    );
    if (!stopListening.current) refuse('Your browser blocked the window. Allow it, then try again.');
  }

  return (
    <Button variant="outline" isBlock className="py-1 whitespace-normal!" onClick={ask}>
      <Building2 size={18} />
      {label}
    </Button>
  );
}

function MailedCode({ onConfirmed }: { onConfirmed: () => void }) {
  const mailing = useMailConfirmCode();
  const confirming = useConfirmSignIn();
  const { register, formState, onSubmit, isBusy } = useSchemaForm({
    shape: CodeForm,
    defaultValues: { code: '' },
    send: async ({ code }) => {
      await confirming.mutateAsync({ mailedCode: code });
      onConfirmed();
    },
    failureAt: () => 'code',
  });
  if (!mailing.data) {
    return (
      <Button variant="outline" isBlock isBusy={mailing.isPending} onClick={() => mailing.mutate()}>
        Email me a code
      </Button>
    );
  }
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-3">
      <p role="status" className="text-sm text-muted-foreground">
        {mailing.data.message}
      </p>
      <Field label="Code from the email" error={formState.errors.code?.message}>
        <TextInput autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} {...register('code')} />
      </Field>
      <Button type="submit" isBlock isBusy={isBusy}>
        Confirm by code
      </Button>
    </form>
  );
}
