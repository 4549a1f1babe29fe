import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { usePortalConfig } from '../../platform/config.ts';
import { sentenceOf } from '../../platform/errors.ts';
import { toast } from '../../platform/toast.ts';
import { reportPayment } from './api.ts';
import { supportAdvice } from './display.ts';
import type { Ended } from './outcome.ts';

type Paid = Extract<Ended, { kind: 'paid' }>;

/** How far a checkout has come. */
export type Phase =
  | { kind: 'paying' }
  | { kind: 'processing' }
  | { kind: 'recorded'; payment: Paid }
  /** Paid, but the server could not record it (CHECKOUT-14); `reason` is its sentence. */
  | { kind: 'unrecorded'; payment: Paid; reason: string };

/** Follows a payment from the form to the recorded purchase. */
export function useRecording(resourceId: number) {
  const { supportEmail } = usePortalConfig();
  const [phase, setPhase] = useState<Phase>({ kind: 'paying' });
  const report = useMutation({
    mutationFn: ({ intentId }: Paid) => reportPayment({ resourceId, paymentIntentId: intentId }),
    onSuccess: (_, payment) => setPhase({ kind: 'recorded', payment }),
    onError: (error, payment) => {
      setPhase({ kind: 'unrecorded', payment, reason: sentenceOf(error) });
      const paid = 'Your payment went through, but your purchase is not recorded yet.';
      toast({
        title: 'Payment Processed',
        description: `${paid} ${supportAdvice(supportEmail)}`,
        tone: 'destructive',
      });
    },
  });

  return {
    phase,
    isReporting: report.isPending,
    /** Settles when the outcome is on screen. */
    record: async (payment: Paid) => {
      // The mutation has shown the failure; here it only ends the waiting.
      await report.mutateAsync(payment).catch(() => undefined);
    },
    awaitProvider: () => setPhase({ kind: 'processing' }),
  };
}
