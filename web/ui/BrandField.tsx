import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { WelcomeMosaic } from './ShapeArt.tsx';

/**
 * The dark green card with the mosaic at its right from 1024 px: heading and text above, buttons below.
 * Buttons on it take the variants `brand` and `on-brand`.
 */
export function BrandField({
  children,
  actions,
  className,
}: {
  children: ReactNode;
  actions?: ReactNode;
  className?: string;
}) {
  return (
    <section
      className={classes(
        'field-brand @container relative flex min-h-60 flex-col justify-between gap-8 overflow-hidden rounded-lg px-5 py-7 lg:p-9',
        className,
      )}
    >
      <WelcomeMosaic className="absolute top-0 right-0 hidden h-full max-h-72 lg:block" />
      <div className="relative [&_p]:mt-2 [&_p]:max-w-100 [&_p]:text-on-brand-muted">{children}</div>
      {actions ? <div className="relative flex flex-wrap gap-3">{actions}</div> : null}
    </section>
  );
}
