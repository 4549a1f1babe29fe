import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { dismissToast, toast, useToast } from '../../platform/toast.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConsentNote } from './ConsentNote.tsx';
import { noticeOfEarlierTry, type PaymentNotice, refusedNotice, unclearNotice, unsentNotice } from './display.ts';
import type { Ended, Outcome } from './outcome.ts';
import { checkPayment, earlierTry, pay } from './pay.ts';

export type CardFormProps = {
  clientSecret: string;
  /** Absolute: where the provider leads back to when the bank needs a page of its own. */
  returnUrl: string;
  /** Begins with "Pay", "Subscribe" or "Start trial" (LABEL-10). */
  buttonLabel: string;
  /** A sentence above the button, such as when the next payment is due. */
  note?: string;
  /** Tells the server that the sentence beside the button was agreed to. */
  agree: () => Promise<unknown>;
  /** This payment can be tried no more. The button stays busy until the promise settles. */
  onEnded: (outcome: Ended) => Promise<void>;
  /** The provider could not draw its form. */
  onBroken: () => void;
};

/** The provider's card fields and the button that pays; inside the provider's `Elements`. */
export function CardForm(props: CardFormProps) {
  const [stripe, elements] = [useStripe(), useElements()];
  return stripe && elements ? <ReadyForm {...props} stripe={stripe} elements={elements} /> : null;
}

type ReadyFormProps = CardFormProps & { stripe: Stripe; elements: StripeElements };

function ReadyForm({ buttonLabel, note, onBroken, ...props }: ReadyFormProps) {
  const { notice, isBusy, submit } = usePaying(props);
  const headingId = useId();
  return (
    <form aria-labelledby={headingId} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <div>
        <h2 id={headingId} className="mb-2.5 font-sans text-sm leading-5 font-semibold tracking-normal">
          Card details
        </h2>
        <Card className="p-5!">
          <PaymentElement onLoadError={onBroken} />
        </Card>
      </div>
      <div className="flex flex-col gap-3">
        {note ? <p className="text-sm text-muted-foreground">{note}</p> : null}
        <ConsentNote kind="payment" />
        <Button type="submit" isBlock isBusy={isBusy}>
          {buttonLabel}
        </Button>
      </div>
      {/* Below the button, which then stands still under the pointer when this comes and goes. */}
      {notice ? (
        <Banner tone={notice.tone} role="status">
          {notice.text}
        </Banner>
      ) : null}
      <p role="status" className="sr-only">
        {isBusy ? 'Your payment is under way.' : ''}
      </p>
    </form>
  );
}

/** One payment at a time, however often the button or Enter is pressed. */
function usePaying({ onEnded, ...payment }: Omit<ReadyFormProps, 'buttonLabel' | 'note' | 'onBroken'>) {
  const { data: earlier } = useQuery(earlierTry(payment));
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isPaying = useRef(false);
  const toastOfLastTry = useToast();

  async function attempt(): Promise<Outcome> {
    // After a try of which nobody knows the end, the provider is asked before the card is.
    const known = outcome?.kind === 'unclear' ? await checkPayment(payment, 'earlier') : null;
    return known ?? (await pay(payment));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isPaying.current) return;
    isPaying.current = true;
    setIsBusy(true);
    if (toastOfLastTry) dismissToast(toastOfLastTry.id);
    const reached = await attempt().catch((error: unknown): Outcome => {
      // The provider's code broke; what happened to the payment is found out by the next try.
      console.error(error);
      return { kind: 'unclear' };
    });
    setOutcome(reached);
    tell(reached);
    if (isEnded(reached)) await onEnded(reached);
    isPaying.current = false;
    setIsBusy(false);
  }

  const notice = outcome ? noticeOf(outcome) : earlier && noticeOfEarlierTry(earlier);
  return { submit, isBusy, notice: isBusy ? null : notice };
}

function isEnded(outcome: Outcome): outcome is Ended {
  return outcome.kind === 'paid' || outcome.kind === 'processing' || outcome.kind === 'replaced';
}

/** CHECKOUT-13. */
function tell(outcome: Outcome) {
  if (outcome.kind === 'refused') {
    toast({ title: 'Payment Failed', description: outcome.message, tone: 'destructive' });
  }
  if (outcome.kind === 'unclear' || outcome.kind === 'unsent') {
    toast({ title: 'Payment Error', description: 'An unexpected error occurred', tone: 'destructive' });
  }
}

function noticeOf({ kind }: Outcome): PaymentNotice | null {
  if (kind === 'refused') return refusedNotice;
  if (kind === 'unsent') return unsentNotice;
  return kind === 'unclear' ? unclearNotice : null;
}
