import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { renderLink } from '../../platform/link.tsx';
import { FocusFrame, focusMain } from '../../ui/AppShell.tsx';

/** The frame of payment pages: no navigation except the link back. */
export function PaymentFrame({ children }: { children: ReactNode }) {
  const { productName } = usePortalConfig();
  return (
    <FocusFrame
      productName={productName}
      homeHref={paths.dashboard()}
      renderLink={renderLink}
      back={{ href: paths.browse(), label: 'Back to Resources' }}
      className={`${focusMain} max-w-272`}
    >
      {children}
    </FocusFrame>
  );
}
