import { useMedia } from './use-media.ts';

/** Whether the person asked the system for less motion. */
export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)');
}
