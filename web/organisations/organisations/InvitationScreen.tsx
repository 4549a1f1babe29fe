import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, Users } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '../../platform/errors.ts';
import { usePage } from '../../platform/page.ts';
import { useSingleRun } from '../../platform/single-run.ts';
import { tabToken } from '../../platform/tab-token.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatePanel } from '../../ui/StatePanel.tsx';
import { openInvitationQuery, useAccept } from './api.ts';
import '../../ui/all-classes.css';

/** An invitation that the member received by email (ORG-03). */
export function InvitationScreen() {
  const [token] = useState(() => tabToken() ?? '');
  usePage('Your invitation');
  return <Invitation token={token} />;
}

function Invitation({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(openInvitationQuery(token));
  const accepting = useAccept(token);
  const accept = useSingleRun(() => accepting.mutateAsync());
  if (accepting.data) return <Joined name={accepting.data.name} />;
  const problem = error ?? accepting.error;
  if (problem) {
    return (
      <StatePanel
        headingLevel={1}
        title="This invitation cannot be accepted"
        icon={<CircleAlert size={32} className="text-warning-text" />}
        actions={
          <Button isBusy={isFetching} onClick={() => void refetch().then(() => accepting.reset())}>
            Try again
          </Button>
        }
      >
        <p>{sentenceOf(problem)}</p>
      </StatePanel>
    );
  }
  if (!data) return <Skeleton className="h-64 w-full rounded-lg!" />;
  return (
    <StatePanel
      headingLevel={1}
      title={`${data.organisation} invites you`}
      icon={<Users size={32} className="text-primary" />}
      actions={
        <Button isBusy={accepting.isPending} onClick={() => void accept()}>
          Accept Invitation
        </Button>
      }
    >
      <p>
        You join as {data.role === 'owner' ? 'an' : 'a'} {data.role}. Owners and managers see your name, your email
        address, your role and its seats that you have, and nothing of what you open, read, save or buy.
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
          See Your Organisation
        </Link>
      }
    >
      <p>You can leave at any time.</p>
    </StatePanel>
  );
}
