import { useQueryClient } from '@tanstack/react-query';
import { paths } from '../../paths.ts';
import { useGo } from '../../platform/link.tsx';
import { toast } from '../../platform/toast.ts';
import { awaitActivation } from './api.ts';

/** After the first payment: waits for the server's word, tells it, and leads to the resource (SUBSCR-09). */
export function useArrival(resourceId: number): () => Promise<void> {
  const client = useQueryClient();
  const go = useGo();
  return async () => {
    const isActive = await awaitActivation(client);
    if (isActive) toast({ title: 'Subscription Active', description: 'Welcome on board.', tone: 'success' });
    else {
      toast({
        title: 'Payment Processed',
        description: 'Your payment has arrived. Your subscription opens within minutes; please do not pay again.',
      });
    }
    await go(paths.resource(resourceId), { replace: true });
  };
}
