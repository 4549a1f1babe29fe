import { useEffect, useRef } from 'react';
import { paths } from '../../../paths.ts';
import { isHere, useGo, useSearchParameters } from '../../../platform/link.tsx';
import { pageNumberOf } from './viewer-display.ts';

/** How long a page is in view before the address says so; browsers refuse to be told of every page that passes. */
const debounceMilliseconds = 300;

type PageAddress = { resourceId: number; page: number; onAsked: (page: number) => void };

/** Keeps the page in view in the address, and goes where the address leads: links, Back, an address typed over. */
export function usePageAddress({ resourceId, page, onAsked }: PageAddress): void {
  const go = useGo();
  const asked = pageNumberOf(useSearchParameters().page);
  const told = useRef<number | null>(asked);
  const latest = useRef(onAsked);

  useEffect(() => {
    latest.current = onAsked;
  });

  // Scrolling is outside React: it happens, and the address follows.
  useEffect(() => {
    if (page === told.current) return undefined;
    const timer = setTimeout(() => {
      told.current = page;
      const address = paths.read(resourceId, { page });
      if (isHere(address)) void go(address, { replace: true, keepScroll: true });
    }, debounceMilliseconds);
    return () => clearTimeout(timer);
  }, [page, resourceId, go]);

  useEffect(() => {
    if (asked === null || asked === told.current) return undefined;
    told.current = asked;
    // The router first puts every box back to where it was scrolled to at this address.
    const frame = requestAnimationFrame(() => latest.current(asked));
    return () => cancelAnimationFrame(frame);
  }, [asked]);
}
