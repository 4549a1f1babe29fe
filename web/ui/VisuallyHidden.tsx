import type { ReactNode } from 'react';

/**
 * Text for assistive technology only. Icon buttons are named by it, so that no `aria-label` competes with a field's
 * label.
 */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}
