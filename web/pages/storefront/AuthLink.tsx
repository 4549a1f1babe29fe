import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useArrival } from './visit.ts';

type AuthLinkProps = { next?: string; view?: 'register'; className: string; children: ReactNode };

/** A link of a public page to signing in or registering; its address says where the visitor came from (FRONT-15). */
export function AuthLink({ next, view, className, children }: AuthLinkProps) {
  const arrival = useArrival();
  return (
    <Link to="/auth" search={{ view, next, ...arrival }} reloadDocument className={className}>
      {children}
    </Link>
  );
}
