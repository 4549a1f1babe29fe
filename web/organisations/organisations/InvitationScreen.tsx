import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, Users } from 'lucide-react';
import { useState } from 'react';
import { comparableAddress } from '#contract/email-addresses.ts';
import type { OpenInvitation } from '#contract/organisations/organisations.ts';
import { useMember } from '#web/identity/accounts/api.ts';
import { useSignOutHere } from '#web/identity/sign-in/sign-out-api.ts';
import { ApiError, sentenceOf } from '#web/platform/errors.ts';
import { usePage } from '#web/platform/page.ts';
import { tabToken } from '#web/platform/tab-token.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { StatePanel } from '#web/ui/StatePanel.tsx';
import { ownOrganisation, useAccept, useAskForInvitation } from './api.ts';
import { openInvitationQuery } from './invitation-api.ts';
import { seenOfNewcomers } from './seen-display.ts';
import '#web/ui/all-classes.css';

/** An invitation that the member received by email (ORG-03). */
export function InvitationScreen() {
  const [token] = useState(() => tabToken() ?? '');
  usePage('Your invitation');
  return <Invitation token={token} />;
}

function Invitation({ token }: { token: string }) {
  const { email } = useMember();
  const { data, error, isFetching, refetch } = useQuery(openInvitationQuery(token));
  const accepting = useAccept(token);
  if (accepting.data) return <Joined name={accepting.data.name} />;
  const problem = error ?? accepting.error;
  if (problem) {
    return (
      <StatePanel
        headingLevel={1}
        title="This invitation cannot be accepted"
        icon={<CircleAlert size={32} className="text-warning-text" />}
        actions={
          isInOther(problem) ? (
            <Link to="/organisation" className={buttonClasses({})}>
              See your organisation
            </Link>
          ) : (
            <Button isBusy={isFetching} onClick={() => void refetch().then(() => accepting.reset())}>
              Try again
            </Button>
          )
        }
      >
        <p>{sentenceOf(problem)}</p>
      </StatePanel>
    );
  }
  if (!data) return <Skeleton className="h-64 w-full rounded-lg!" />;
  if (comparableAddress(data.email) !== comparableAddress(email)) {
    return <ForAnother invitation={data} token={token} />;
  }
  return (
    <StatePanel
      headingLevel={1}
      title={`${data.organisation} invites you`}
      icon={<Users size={32} className="text-primary" />}
      actions={
        <Button isBusy={accepting.isPending} onClick={() => accepting.mutate()}>
          Accept invitation
        </Button>
      }
    >
      {data.message ? (
        <blockquote className="whitespace-pre-line wrap-anywhere">
          <span translate="no">{data.invitedBy?.name}</span>: “{data.message}”
        </blockquote>
      ) : null}
      <p>
        You join as {data.role === 'owner' ? 'an' : 'a'} {data.role}. {seenOfNewcomers}
      </p>
    </StatePanel>
  );
}

const isInOther = (error: Error) => error instanceof ApiError && error.code === 'organisations.already-in-one';

/** Invitation to an address other than the member's: offers to sign out or to ask for a new invitation (ENTRY-04). */
function ForAnother({ invitation, token }: { invitation: OpenInvitation; token: string }) {
  const { email } = useMember();
  const asking = useAskForInvitation(token);
  const leaving = useSignOutHere();
  const { data: own } = useQuery(ownOrganisation);
  const { organisation, invitedBy } = invitation;
  if (asking.data) {
    return (
      <StatePanel
        headingLevel={1}
        title="We have asked for you"
        icon={<CircleCheck size={32} className="text-free" />}
        actions={
          <Link to="/" className={buttonClasses({})}>
            Dashboard
          </Link>
        }
      >
        <p>
          {invitedBy ? <span translate="no">{invitedBy.name}</span> : `The owners of ${organisation}`} can invite{' '}
          <span translate="no">{email}</span> now. The invitation comes by email.
        </p>
      </StatePanel>
    );
  }
  return (
    <StatePanel
      headingLevel={1}
      title="This invitation is for another address"
      icon={<CircleAlert size={32} className="text-warning-text" />}
      actions={
        <>
          {own ? null : (
            <Button isBusy={asking.isPending} onClick={() => asking.mutate()}>
              Ask to be invited here
            </Button>
          )}
          <Button variant="outline" isBusy={leaving.isPending} onClick={() => leaving.mutate()}>
            Sign out
          </Button>
        </>
      }
    >
      <p>
        {organisation} invited{' '}
        <b translate="no" className="font-semibold text-foreground">
          {invitation.email}
        </b>
        . You are signed in as{' '}
        <b translate="no" className="font-semibold text-foreground">
          {email}
        </b>
        .
      </p>
      <p>
        {own ? (
          `You are in ${own.name} already. Sign out to use the invitation with its address.`
        ) : (
          <>
            Sign out to use the invitation with its address, or ask{' '}
            {invitedBy ? <span translate="no">{invitedBy.name}</span> : 'its owners'} to invite{' '}
            <span translate="no">{email}</span> instead.
          </>
        )}
      </p>
    </StatePanel>
  );
}

function Joined({ name }: { name: string }) {
  return (
    <StatePanel
      headingLevel={1}
      title={`You are in ${name}`}
      icon={<CircleCheck size={32} className="text-free" />}
      actions={
        <Link to="/organisation" className={buttonClasses({})}>
          See your organisation
        </Link>
      }
    >
      <p>You can leave at any time.</p>
    </StatePanel>
  );
}
