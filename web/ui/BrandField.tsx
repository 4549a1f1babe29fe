import type { ReactNode } from 'react';

/**
 * The dark green band: the heading at its left, the buttons at its right, below each other on phones.
 * Buttons on it take the variants `brand` and `on-brand`.
 */
export function BrandField({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <section className="field-brand flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg px-5 py-4 lg:px-6">
      <div className="min-w-0 wrap-anywhere">{children}</div>
      {actions}
    </section>
  );
}
