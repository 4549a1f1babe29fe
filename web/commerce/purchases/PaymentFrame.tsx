import type { ComponentProps, ReactNode } from 'react';
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
