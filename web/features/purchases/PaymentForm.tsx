import { Elements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useMemo } from 'react';
import { useAppearance } from './appearance.ts';
import { CardForm, type CardFormProps } from './CardForm.tsx';

/** A card form for one payment, in the portal's look. Another client secret makes another form. */
export function PaymentForm({ stripe, ...form }: CardFormProps & { stripe: Stripe }) {
  const { clientSecret } = form;
  const appearance = useAppearance();
  const options = useMemo(() => ({ clientSecret, appearance, locale: 'en-GB' as const }), [clientSecret, appearance]);
  return (
    <Elements key={clientSecret} stripe={stripe} options={options}>
      <CardForm {...form} />
    </Elements>
  );
}
