import type { Stripe } from '@stripe/stripe-js';
// The plain import would fetch the provider's own script at once, on every page that has this code.
import { loadStripe } from '@stripe/stripe-js/pure';
import { queryOptions } from '@tanstack/react-query';
import type { PortalConfig } from '#contract/portal.ts';

// A payment may fail because the connection broke; what has to be said then must be here already.
void import('../../ui/Toast.tsx').catch(() => undefined);

type PaymentConfig = Pick<PortalConfig['payments'], 'scriptUrl' | 'publishableKey'>;

/**
 * The provider's own code, which draws the card form and pays; fetched when a payment page first asks for it.
 * The query fails when the script cannot be had; trying again fetches it again.
 */
export function paymentScript({ scriptUrl, publishableKey }: PaymentConfig) {
  return queryOptions({
    queryKey: ['payment-script', scriptUrl, publishableKey],
    queryFn: async (): Promise<Stripe> => {
      if (scriptUrl === null || publishableKey === null) throw new Error('Paid actions are off');
      if (!window.Stripe) await addScript(scriptUrl);
      // With the script in place this loads nothing any more.
      const stripe = window.Stripe ? await loadStripe(publishableKey) : null;
      if (!stripe) throw new Error('The payment script brought no Stripe');
      return stripe;
    },
    enabled: publishableKey !== null,
    // It is no data that could be compared and merged.
    structuralSharing: false,
  });
}

function addScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The payment script could not be loaded'));
    };
    document.head.append(script);
  });
}
