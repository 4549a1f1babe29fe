import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useArrival } from './visit.ts';

type AuthLinkProps = { next?: string; view?: 'register'; className: string; children: ReactNode };

/** Link of a public page to signing in or registering. Its URL carries the visitor's arrival (FRONT-15). */
export function AuthLink({ next, view, className, children }: AuthLinkProps) {
  const arrival = useArrival();
  return (
    <Link to="/auth" search={{ view, next, ...arrival }} reloadDocument className={className}>
      {children}
    </Link>
  );
}
