import { type ComponentProps, type ReactNode, useState } from 'react';
import { usePortalConfig } from '#web/platform/config.ts';
import { linkTo } from '#web/platform/link.tsx';
import { FocusFrame, focusMain } from '#web/ui/AppShell.tsx';

type Back = ComponentProps<typeof FocusFrame>['back'];

const toResources: Back = { link: linkTo({ to: '/browse' }), label: 'Back to Resources' };

/** Frame of payment pages: no navigation except the wordmark and the link back. */
export function PaymentFrame({ back = toResources, children }: { back?: Back; children: ReactNode }) {
  const portal = usePortalConfig();
  return (
    <FocusFrame portal={portal} homeLink={linkTo({ to: '/' })} back={back} className={`${focusMain} max-w-272`}>
      {children}
    </FocusFrame>
  );
}

/**
 * Form with the bought item beside it, or above it on narrow screens. Beside the form, the keyboard reaches the form's
 * fields first, then promo code and billing details. The order never changes after the first render, because a payment
 * frame that is moved loads again.
 */
export function Columns({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  const [isBeside] = useState(() => matchMedia('(min-width: 64rem)').matches);
  const column = (
    <div className="flex flex-col gap-6 self-start lg:sticky lg:top-6 lg:col-start-2 lg:row-start-1">{aside}</div>
  );
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
      {isBeside ? null : column}
      <div className="min-w-0 lg:col-start-1 lg:row-start-1">{children}</div>
      {isBeside ? column : null}
    </div>
  );
}
