import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import type { Resource } from '#contract/catalogue.ts';
import { paths } from '../../paths.ts';
import { AppLink, useGo } from '../../platform/link.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { useMember } from '../accounts/api.ts';
import { refreshAfterPayment } from '../catalogue/api.ts';
import { StatePanel } from './StatePanel.tsx';

const refreshMilliseconds = 500;
const leaveMilliseconds = 2000;

type PaidPanelProps = { resource: Resource; wasPaidBefore: boolean };

/** The purchase is made (CHECKOUT-07); the browser goes to the resource by itself (CHECKOUT-08). */
export function PaidPanel({ resource, wasPaidBefore }: PaidPanelProps) {
  const { email } = useMember();
  const destination = paths.resource(resource.id, { refresh: 'true' });
  useWayOn(destination);
  return (
    <StatePanel
      title="Payment Successful"
      icon={<CircleCheck size={32} className="text-free" />}
      actions={
        <AppLink href={destination} className={buttonClasses({})}>
          View Resource
        </AppLink>
      }
    >
      {wasPaidBefore ? <p>This payment had gone through already: you have not been charged again.</p> : null}
      <p>
        {resource.title} is yours. Your receipt is on its way to {email}.
      </p>
      <p>Taking you to the resource…</p>
    </StatePanel>
  );
}

function useWayOn(destination: string) {
  const client = useQueryClient();
  const go = useGo();
  // The clock is outside React: the times of CHECKOUT-08 run from the moment this appears.
  useEffect(() => {
    const timers = [
      // What cannot be fetched again says so where it is shown.
      setTimeout(() => void refreshAfterPayment(client).catch(() => undefined), refreshMilliseconds),
      setTimeout(() => void go(destination, { replace: true }), leaveMilliseconds),
    ];
    return () => timers.forEach(clearTimeout);
  }, [client, go, destination]);
}
