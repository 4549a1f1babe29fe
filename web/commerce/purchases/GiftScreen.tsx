import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, Gift } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { GivenGift } from '#contract/commerce/purchases.ts';
import { comparableAddress } from '#contract/email-addresses.ts';
import { refreshAfterPayment } from '#web/catalogue/catalogue/api.ts';
import { useMember } from '#web/identity/accounts/api.ts';
import { giftProblem } from '#web/identity/sign-in/occasion-display.ts';
import { useSignOutHere } from '#web/identity/sign-in/sign-out-api.ts';
import { useAction } from '#web/platform/action.ts';
import { sentenceOf } from '#web/platform/errors.ts';
import { usePage } from '#web/platform/page.ts';
import { tabToken } from '#web/platform/tab-token.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { StatePanel } from '#web/ui/StatePanel.tsx';
import { redeem } from './api.ts';
import { givenGift } from './gift-api.ts';
import { PaymentFrame } from './PaymentFrame.tsx';

/** Screen of a gift that the member received by mail (GIFT-03). */
export function GiftScreen() {
  const [secret] = useState(() => tabToken() ?? '');
  usePage('Your gift');
  return (
    <PaymentFrame>
      <ReceivedGift secret={secret} />
    </PaymentFrame>
  );
}

function ReceivedGift({ secret }: { secret: string }) {
  const client = useQueryClient();
  const { email } = useMember();
  const leaving = useSignOutHere();
  const { data, error, isFetching, refetch } = useQuery(givenGift(secret));
  const redeeming = useAction({
    send: () => redeem(secret),
    onDone: ({ resourceId }) => refreshAfterPayment(client, resourceId),
  });
  if (redeeming.data) return <Redeemed gift={redeeming.data} />;
  const failure = error ?? redeeming.error;
  if (failure) {
    return (
      <Problem reason={sentenceOf(failure)}>
        <Button isBusy={isFetching} onClick={() => void refetch().then(() => redeeming.reset())}>
          Try again
        </Button>
      </Problem>
    );
  }
  if (!data) return <Skeleton className="h-64 w-full rounded-lg!" />;
  const problem = giftProblem(data);
  if (problem) return <Problem reason={problem} />;
  const isForOther = data.email !== '' && comparableAddress(data.email) !== comparableAddress(email);
  return (
    <StatePanel
      headingLevel={1}
      title={`${data.from} has a gift for you`}
      icon={<Gift size={32} className="text-free" />}
      actions={
        <>
          <Button isBusy={redeeming.isPending} onClick={() => redeeming.mutate()}>
            Redeem gift
          </Button>
          {isForOther ? (
            <Button variant="outline" isBusy={leaving.isPending} onClick={() => leaving.mutate()}>
              Sign out
            </Button>
          ) : null}
        </>
      }
    >
      <p className="font-semibold text-foreground">{data.title}</p>
      {data.message ? <p className="whitespace-pre-line">“{data.message}”</p> : null}
      <p>Once you redeem it, it is yours to keep.</p>
      {isForOther ? (
        <p>
          It was sent to{' '}
          <b translate="no" className="font-semibold text-foreground">
            {data.email}
          </b>
          , and you are signed in as{' '}
          <b translate="no" className="font-semibold text-foreground">
            {email}
          </b>
          : redeem it here, or sign out to use the other address.
        </p>
      ) : null}
    </StatePanel>
  );
}

function Redeemed({ gift }: { gift: GivenGift }) {
  return (
    <StatePanel
      headingLevel={1}
      title="Gift redeemed"
      icon={<CircleCheck size={32} className="text-free" />}
      actions={
        <Link to="/resource/$id" params={{ id: String(gift.resourceId) }} className={buttonClasses({})}>
          View Resource
        </Link>
      }
    >
      <p>{gift.title} is yours.</p>
    </StatePanel>
  );
}

function Problem({ reason, children }: { reason: string; children?: ReactNode }) {
  return (
    <StatePanel
      headingLevel={1}
      title="This gift cannot be redeemed"
      icon={<CircleAlert size={32} className="text-warning-text" />}
      actions={
        children ?? (
          <Link to="/my-resources" className={buttonClasses({})}>
            My Resources
          </Link>
        )
      }
    >
      <p>{reason}</p>
    </StatePanel>
  );
}
