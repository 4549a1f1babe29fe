import type { QueryClient } from '@tanstack/react-query';

const load = () => void import('../styles/fonts.css');

/**
 * Loads the portal's own letters. On a first visit they would travel beside the code and the data of the screen that is
 * waited for, so they come when it is drawn; until then stand letters of the system that are as wide
 * (styles/styles.css). Who was here before has them already, and gets them at once.
 * @param client what asks for the screen's data
 */
export function loadFonts(client: QueryClient): void {
  if (isFromCache(import.meta.url)) {
    load();
    return;
  }
  const stop = client.getQueryCache().subscribe(() => {
    if (client.isFetching() > 0) return;
    // What has just come is drawn now, and may ask for more.
    whenIdle(() => {
      if (client.isFetching() > 0) return;
      stop();
      load();
    });
  });
}

/** Whether a file of this page came without travelling. A browser that does not tell counts as a first visit. */
function isFromCache(address: string): boolean {
  const [entry] = performance.getEntriesByName(address, 'resource');
  return entry instanceof PerformanceResourceTiming && entry.decodedBodySize > 0 && entry.transferSize === 0;
}

function whenIdle(then: () => void) {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(then);
  else setTimeout(then, 100);
}
