import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { StartStep } from './display.ts';

/** Runs the action in the page's URL once, and removes it from the URL (FRONT-07). */
export function useStart(step: StartStep, run: () => void): void {
  const navigate = useNavigate();
  const isAsked = useSearch({ strict: false }).start === step;
  // The URL is outside React.
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
