import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { PendingSignIn } from '#contract/identity/connections.ts';
import { addressToken } from '#web/platform/address-token.ts';
import { ApiError, sentenceOf } from '#web/platform/errors.ts';
import { usePage } from '#web/platform/page.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { usePasskeyLink } from '../passkeys/api.ts';
import { PasskeyWay } from '../passkeys/PasskeyWay.tsx';
import { goOn, pendingQuery, useCancelPending, useMailLink, useSwitchAccount } from './company-api.ts';
import { MailedProof, PasswordProof } from './LinkProofs.tsx';
import { RejectedNotice } from './RefusedNotice.tsx';

/**
 * A sign-in by a company that waits: for the proof that an account is the person's, or for the choice of the account.
 */
export function PendingEntry() {
  const { data, error, isFetching, refetch } = useQuery(pendingQuery);
  usePage('Continue with your company');
  if (error) return <Ended error={error} isBusy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  return data.kind === 'switch' ? <SwitchAccount pending={data} /> : <LinkAccount pending={data} />;
}

type EndedProps = { error: Error; isBusy: boolean; onRetry: () => void };

function Ended({ error, isBusy, onRetry }: EndedProps) {
  const isOver = error instanceof ApiError && error.status < 500;
  return (
    <>
      <PageHeading title="This step did not open" className="mb-0!" />
      <Banner tone="warning" role="alert">
        {sentenceOf(error)}
      </Banner>
      {isOver ? (
        <Link to="/auth" search={{ view: 'company' }} className={buttonClasses({ isBlock: true })}>
          Start again
        </Link>
      ) : (
        <Button isBlock isBusy={isBusy} onClick={onRetry}>
          Try again
        </Button>
      )}
    </>
  );
}

/** Returns the function that gives up the sign-in that waits, and then opens the page `next`. */
function useLeave(next: string) {
  const cancelling = useCancelPending();
  const leave = () => cancelling.mutate(undefined, { onSuccess: () => location.assign(next) });
  return { isBusy: cancelling.isPending, leave };
}

/** Shown when another person is signed in on this browser (SSO-09). */
function SwitchAccount({ pending: { connectionName, email, signedInAs } }: { pending: PendingSignIn }) {
  const switching = useSwitchAccount();
  const staying = useLeave('/');
  return (
    <>
      <PageHeading
        title="Another person is signed in"
        subtitle={
          <span className="wrap-anywhere">
            This browser is signed in as <b className="font-semibold text-foreground">{signedInAs}</b>. {connectionName}{' '}
            signs in{' '}
            <b translate="no" className="font-semibold text-foreground">
              {email}
            </b>
            .
          </span>
        }
        className="mb-0!"
      />
      {switching.error ? <RejectedNotice error={switching.error} /> : null}
      <Button
        isBlock
        className="py-1 whitespace-normal!"
        isBusy={switching.isPending}
        onClick={() => switching.mutate()}
      >
        Continue with {connectionName}
      </Button>
      <Button variant="outline" isBlock isBusy={staying.isBusy} onClick={staying.leave}>
        Stay signed in as you are
      </Button>
      <p className="text-sm wrap-anywhere text-muted-foreground">
        If you continue, {signedInAs} is signed out here. Entries that were not saved are lost.
      </p>
    </>
  );
}

/** Shown when the address has an account already, which its person must prove once (SSO-07). */
function LinkAccount({ pending }: { pending: PendingSignIn }) {
  const { connectionName, organisation, email, hasPassword, hasPasskey } = pending;
  const [token] = useState(addressToken);
  const cancelling = useLeave('/auth');
  const byPasskey = usePasskeyLink();
  return (
    <>
      <PageHeading
        title="Is this your account?"
        subtitle={
          <span className="wrap-anywhere">
            There is an account for{' '}
            <b translate="no" className="font-semibold text-foreground">
              {email}
            </b>{' '}
            already. Prove once that it is yours: from then on {connectionName} opens it.
          </span>
        }
        className="mb-0!"
      />
      {token ? <MailedProof pending={pending} token={token} /> : null}
      {!token && hasPassword ? <PasswordProof pending={pending} /> : null}
      {!token && hasPasskey ? <PasskeyWay label="Link with a passkey" way={byPasskey} onDone={goOn} /> : null}
      {token ? null : <MailLink isOnly={!hasPassword && !hasPasskey} />}
      <Button variant="ghost" isBlock isBusy={cancelling.isBusy} onClick={cancelling.leave}>
        Cancel
      </Button>
      {organisation ? (
        <p className="text-sm text-muted-foreground">
          {organisation} sees your name, email address, seats and assigned learning. It does not see what else you read
          or your readiness answers.
        </p>
      ) : null}
    </>
  );
}

/** Button that mails a link as proof; replaced by a message once it is sent. */
function MailLink({ isOnly }: { isOnly: boolean }) {
  const mailing = useMailLink();
  if (mailing.data) {
    return (
      <Banner tone="success" role="status">
        {mailing.data.message}
      </Banner>
    );
  }
  return (
    <Button
      variant={isOnly ? 'primary' : 'outline'}
      isBlock
      isBusy={mailing.isPending}
      onClick={() => mailing.mutate()}
    >
      Email me a link
    </Button>
  );
}
