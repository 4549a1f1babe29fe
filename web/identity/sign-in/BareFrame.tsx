import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePortalConfig } from '#web/platform/config.ts';
import { classes } from '#web/ui/classes.ts';
import { Wordmark } from '#web/ui/Wordmark.tsx';

type BareFrameProps = {
  children: ReactNode;
  /** Content of the panel in the brand's colours. */
  about: ReactNode;
  /** Position of `about` on phones. */
  aboutOnPhones?: 'above' | 'below' | 'hidden';
  below?: ReactNode;
};

/** Page without navigation: the content on the left, `about` on the right. */
export function BareFrame({ children, about, aboutOnPhones = 'hidden', below }: BareFrameProps) {
  const portal = usePortalConfig();
  const isAbove = aboutOnPhones === 'above';
  return (
    <div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
      <header className="flex px-4 pt-5 lg:px-12 lg:py-8">
        <Link to="/auth">
          <Wordmark portal={portal} />
        </Link>
      </header>
      <main
        id="main"
        className={classes(
          'flex flex-1 flex-col px-4 pt-8 pb-10 lg:col-start-1 lg:px-12 lg:py-8',
          isAbove && 'max-lg:order-last',
        )}
      >
        <div className="mx-auto flex w-full max-w-100 flex-col gap-6 lg:my-auto">{children}</div>
        {below}
      </main>
      <section
        aria-label={isAbove ? 'What this is about' : `About ${portal.productName}`}
        className={classes(
          'field-brand flex flex-col justify-between gap-10 px-4 py-10 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:p-16',
          isAbove && 'mt-5 lg:mt-0',
          aboutOnPhones === 'hidden' && 'max-lg:hidden',
        )}
      >
        {about}
      </section>
    </div>
  );
}
