import type { ReactNode } from 'react';

/**
 * Band in the portal's brand colour with a heading on the left and buttons on the right, one below the other on phones.
 * Buttons on it use the variants `brand` and `on-brand`.
 */
export function BrandField({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <section className="field-brand flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg px-5 py-4 lg:px-6">
      <div className="min-w-0 wrap-anywhere">{children}</div>
      {actions}
    </section>
  );
}
