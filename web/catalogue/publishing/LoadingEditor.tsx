import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';

export function LoadingEditor() {
  return (
    <div role="status" className="mx-auto flex max-w-176 flex-col gap-6 px-4 py-20">
      <span className="sr-only">Loading the resource</span>
      <Skeleton className="h-10 w-3/4" />
      <Skeleton className="h-96 w-full rounded-lg!" />
    </div>
  );
}

/** Frame of the error of an editor that could not be loaded, with the way back. */
export const failedEditor = (error: ReactNode) => (
  <main id="main" tabIndex={-1} className="mx-auto flex max-w-176 flex-col gap-4 px-4 py-6 outline-none">
    <Link to="/admin-dashboard" className={buttonClasses({ variant: 'ghost', size: 'small', className: 'self-start' })}>
      <ArrowLeft size={18} />
      Resources
    </Link>
    {error}
  </main>
);
