import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { dismissToast, toast, useToast } from '#web/platform/toast.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ConsentNote } from './ConsentNote.tsx';
import { noticeOfEarlierTry, type PaymentNotice, rejectedNotice, unclearNotice, unsentNotice } from './display.ts';
import { checkPayment, type Ended, earlierTry, type Outcome, pay } from './pay.ts';

/** Card form for one payment, in the portal's design. Another client secret creates a new form. */
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

type CardFormProps = {
  clientSecret: string;
  /** Absolute URL that Stripe redirects to after the bank's own page. */
  returnUrl: string;
  /** Begins with "Pay", "Subscribe" or "Start trial" (LABEL-10). */
  buttonLabel: string;
  /** Sentence above the button, such as the date of the next payment. */
  note?: string;
  /** Reports to the server that the member agreed to the text beside the button. */
  agree: () => Promise<unknown>;
  /** Called when this payment cannot be tried again. The button stays busy until the promise settles. */
  onEnded: (outcome: Ended) => Promise<void>;
  /** Called when Stripe could not render its form. */
  onBroken: () => void;
};

/** Stripe's card fields and the pay button. The caller must render it inside Stripe's `Elements`. */
function CardForm(props: CardFormProps) {
  const [stripe, elements] = [useStripe(), useElements()];
  return stripe && elements ? <ReadyForm {...props} stripe={stripe} elements={elements} /> : null;
}

type ReadyFormProps = CardFormProps & { stripe: Stripe; elements: StripeElements };

function ReadyForm({ buttonLabel, note, onBroken, ...props }: ReadyFormProps) {
  const { notice, hasFailed, isBusy, submit } = usePaying(props);
  const headingId = useId();
  const noticeRef = useRef<HTMLDivElement>(null);
  // Focuses the notice, which stays at the form after the toast is gone.
  useEffect(() => {
    if (hasFailed) noticeRef.current?.focus();
  }, [hasFailed]);
  return (
    <form aria-labelledby={headingId} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <div>
        <h2 id={headingId} className="mb-2.5 font-sans text-sm leading-5 font-semibold tracking-normal">
          Payment details
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
      {/* The notice is below the button, so that the button does not move when the notice appears. */}
      {notice ? (
        <div ref={noticeRef} tabIndex={-1}>
          <Banner tone={notice.tone} role={hasFailed ? 'alert' : 'status'}>
            {notice.text}
          </Banner>
        </div>
      ) : null}
      <p role="status" className="sr-only">
        {isBusy ? 'Your payment is under way.' : ''}
      </p>
    </form>
  );
}

/** Runs one payment at a time, however often the button or Enter is pressed. */
function usePaying({ onEnded, ...payment }: Omit<ReadyFormProps, 'buttonLabel' | 'note' | 'onBroken'>) {
  const { data: earlier } = useQuery(earlierTry(payment));
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isPaying = useRef(false);
  const toastOfLastTry = useToast();

  async function attempt(): Promise<Outcome> {
    // After an attempt with an unclear end, Stripe is asked before the card is charged.
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
      // Stripe's script threw; the next attempt finds out what happened to the payment.
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
  return { submit, isBusy, notice: isBusy ? null : notice, hasFailed: !isBusy && outcome !== null && notice !== null };
}

function isEnded(outcome: Outcome): outcome is Ended {
  return ['paid', 'processing', 'replaced', 'code-ended'].includes(outcome.kind);
}

/** Shows the toasts of CHECKOUT-13. */
function tell(outcome: Outcome) {
  if (outcome.kind === 'refused') {
    toast({ title: 'Payment Failed', description: outcome.message, tone: 'destructive' });
  }
  if (outcome.kind === 'unclear' || outcome.kind === 'unsent') {
    toast({ title: 'Payment Error', description: 'An unexpected error occurred', tone: 'destructive' });
  }
}

function noticeOf(outcome: Outcome): PaymentNotice | null {
  if (outcome.kind === 'refused') return rejectedNotice(outcome.message);
  if (outcome.kind === 'unsent') return unsentNotice;
  return outcome.kind === 'unclear' ? unclearNotice : null;
}

/** Placeholder with the size of the card form, while the payment is being opened. */
export function PaymentFormSkeleton({ label = 'Setting up the payment form…' }: { label?: string }) {
  return (
    <div data-testid="skeleton" className="flex flex-col gap-5">
      <p role="status" className="sr-only">
        {label}
      </p>
      <div>
        <Skeleton className="mb-2.5 h-5 w-24" />
        <Card className="grid gap-4 p-5!">
          <Skeleton className="h-18 w-full" />
          <div className="grid grid-cols-2 gap-4">
            <Skeleton className="h-18 w-full" />
            <Skeleton className="h-18 w-full" />
          </div>
        </Card>
      </div>
      <Skeleton className="h-11 w-full rounded-md!" />
    </div>
  );
}

/** Returns the appearance of Stripe's card form, in the portal's colours and theme. */
function useAppearance(): Appearance {
  const isDark = useSyncExternalStore(watchTheme, () => document.documentElement.classList.contains('dark'));
  return useMemo(() => appearanceOf(isDark), [isDark]);
}

function watchTheme(listener: () => void) {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['class'] });
  return () => observer.disconnect();
}

/** Returns the values of the design tokens for Stripe's form, whose frames do not see the portal's styles. */
function appearanceOf(isDark: boolean): Appearance {
  const styles = getComputedStyle(document.documentElement);
  const token = (name: string) => styles.getPropertyValue(name).trim();
  return {
    theme: isDark ? 'night' : 'stripe',
    labels: 'above',
    disableAnimations: matchMedia('(prefers-reduced-motion: reduce)').matches,
    variables: {
      colorPrimary: token('--primary'),
      colorBackground: token('--card'),
      colorText: token('--foreground'),
      colorTextSecondary: token('--muted-foreground'),
      colorTextPlaceholder: token('--muted-foreground'),
      colorDanger: token('--destructive'),
      colorSuccess: token('--free'),
      colorWarning: token('--warning-text'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
      spacingUnit: '4px',
      borderRadius: token('--radius-md'),
      focusBoxShadow: 'none',
      focusOutline: `2px solid ${token('--ring')}`,
    },
    rules: {
      '.Label': { fontWeight: '600', fontSize: '14px' },
      '.Input': { border: `1px solid ${token('--input')}`, boxShadow: 'none' },
      '.Input--invalid': { border: `1px solid ${token('--destructive')}`, boxShadow: 'none' },
    },
  };
}
