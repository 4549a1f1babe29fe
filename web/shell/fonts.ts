import type { QueryClient } from '@tanstack/react-query';

/**
 * Loads the portal's own fonts. On a first visit they would compete with the code and data of the first screen, so they
 * load after it is rendered. Until then the page uses system fonts of the same width (styles/styles.css). Later visits
 * have the fonts in the cache and use them at once.
 * @param client the query client that loads the screen's data
 */
export function loadFonts(client: QueryClient): void {
  if (isFromCache(import.meta.url)) {
    void load();
    return;
  }
  let isAsked = false;
  const stop = client.getQueryCache().subscribe(() => {
    if (client.isFetching() > 0) return;
    // Data that has just arrived is being rendered, and may start further requests.
    whenIdle(() => {
      if (isAsked || client.isFetching() > 0) return;
      isAsked = true;
      stop();
      void load();
    });
  });
}

/**
 * Loads the fonts that cover English, then adds all fonts together, because each addition lays out the whole page
 * again.
 */
async function load() {
  // Without a connection the page keeps the system's fonts.
  const styles = await import('../styles/fonts.css?inline').catch(() => null);
  if (!styles) return;
  const faces = facesOf(styles.default);
  await Promise.allSettled(faces.filter(isBasic).map((face) => face.load()));
  for (const face of faces) document.fonts.add(face);
}

function facesOf(stylesheet: string): FontFace[] {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(stylesheet);
  return [...sheet.cssRules]
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .map(({ style }) => {
      const of = (property: string) => style.getPropertyValue(property);
      // A quote would become part of the name.
      const family = of('font-family').replaceAll(/["']/g, '');
      return new FontFace(family, of('src'), { weight: of('font-weight'), unicodeRange: of('unicode-range') });
    });
}

/** Whether a font covers English. The browser loads the others when a text needs them. */
function isBasic({ unicodeRange }: FontFace): boolean {
  return /^U\+0+-0*FF/i.test(unicodeRange);
}

/** Whether a file of this page came from the cache. If the browser does not report it, this counts as a first visit. */
function isFromCache(address: string): boolean {
  const [entry] = performance.getEntriesByName(address, 'resource');
  return entry instanceof PerformanceResourceTiming && entry.decodedBodySize > 0 && entry.transferSize === 0;
}

function whenIdle(then: () => void) {
  // Waits for the frame that renders the new data, so that the idle time is after it.
  requestAnimationFrame(() => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(then);
    else setTimeout(then, 100);
  });
}
