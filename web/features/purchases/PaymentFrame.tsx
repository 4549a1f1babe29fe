import type { ReactNode } from 'react';
import { usePortalConfig } from '../../platform/config.ts';
import { linkTo } from '../../platform/link.tsx';
import { FocusFrame, focusMain } from '../../ui/AppShell.tsx';

/** The frame of payment pages: no navigation except the link back. */
export function PaymentFrame({ children }: { children: ReactNode }) {
  const portal = usePortalConfig();
  return (
    <FocusFrame
      portal={portal}
      homeLink={linkTo({ to: '/' })}
      back={{ link: linkTo({ to: '/browse' }), label: 'Back to Resources' }}
      className={`${focusMain} max-w-272`}
    >
      {children}
    </FocusFrame>
  );
}
