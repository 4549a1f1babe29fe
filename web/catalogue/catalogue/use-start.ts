import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { StartStep } from './display.ts';

/** Does once what the address of the page asks for, and takes it out of the address (FRONT-07). */
export function useStart(step: StartStep, run: () => void): void {
  const navigate = useNavigate();
  const isAsked = useSearch({ strict: false }).start === step;
  // The address is outside React.
  useEffect(() => {
    if (!isAsked) return;
    run();
    void navigate({
      to: '.',
      search: (before) => ({ ...before, start: undefined }),
      replace: true,
      resetScroll: false,
    });
  }, [isAsked, run, navigate]);
}
