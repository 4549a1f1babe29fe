import { useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { StatePanel } from '../purchases/StatePanel.tsx';
import { useArrival } from './use-arrival.ts';

type BankReturnProps = { resourceId: number; intentId: string };

/** Back from a page of the bank: the form does not show again before the server has been heard (SUBSCR-09). */
export function BankReturn({ resourceId, intentId }: BankReturnProps) {
  const arrive = useArrival(resourceId);
  // A query, because an effect that runs twice then arrives once.
  useQuery({ queryKey: ['bank-return', intentId], queryFn: () => arrive().then(() => null), gcTime: 0 });
  return (
    <StatePanel
      headingLevel={1}
      title="Your payment has arrived"
      icon={<Hourglass size={32} className="text-info-text" />}
    >
      <p>Your subscription is being opened. Please do not pay again.</p>
    </StatePanel>
  );
}
