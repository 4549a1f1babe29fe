import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { renderLink } from '../../platform/link.tsx';
import { FocusFrame, focusMain } from '../../ui/AppShell.tsx';

/** The frame of the questions: no navigation but the way back. */
export function QuestionsFrame({ children }: { children: ReactNode }) {
  const { productName } = usePortalConfig();
  return (
    <FocusFrame
      productName={productName}
      homeHref={paths.dashboard()}
      renderLink={renderLink}
      back={{ href: paths.dashboard(), label: 'Return to Dashboard' }}
      className={`${focusMain} max-w-300`}
    >
      {children}
    </FocusFrame>
  );
}
