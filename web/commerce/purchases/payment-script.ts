import type { Stripe } from '@stripe/stripe-js';
// The plain import would fetch Stripe's script at once, on every page with this code.
import { loadStripe } from '@stripe/stripe-js/pure';
import { queryOptions } from '@tanstack/react-query';
import type { PortalConfig } from '#contract/identity/settings.ts';

// Loaded early, because a payment may fail when the connection breaks, and the toast says so.
void import('#web/ui/Toast.tsx').catch(() => undefined);

type PaymentConfig = Pick<PortalConfig['payments'], 'scriptUrl' | 'publishableKey'>;

/**
 * Query of Stripe's script, which renders the card form and pays; loaded by the first payment page. The query fails
 * when the script does not load, and a retry loads it again.
 */
export function paymentScript({ scriptUrl, publishableKey }: PaymentConfig) {
  return queryOptions({
    queryKey: ['payment-script', scriptUrl, publishableKey],
    queryFn: async (): Promise<Stripe> => {
      if (scriptUrl === null || publishableKey === null) throw new Error('Paid actions are off');
      if (!window.Stripe) await addScript(scriptUrl);
      // The script is already in the page, so this loads nothing more.
      const stripe = window.Stripe ? await loadStripe(publishableKey) : null;
      if (!stripe) throw new Error('The payment script brought no Stripe');
      return stripe;
    },
    enabled: publishableKey !== null,
    // Stripe's object cannot be compared and merged.
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
