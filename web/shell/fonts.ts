import type { QueryClient } from '@tanstack/react-query';

/**
 * Loads the portal's own letters. On a first visit they would travel beside the code and the data of the screen that is
 * waited for, so they come when it is drawn; until then stand letters of the system that are as wide
 * (styles/styles.css). Who was here before has them already, and gets them at once.
 * @param client what asks for the screen's data
 */
export function loadFonts(client: QueryClient): void {
  if (isFromCache(import.meta.url)) {
    void load();
    return;
  }
  let isAsked = false;
  const stop = client.getQueryCache().subscribe(() => {
    if (client.isFetching() > 0) return;
    // What has just come is drawn now, and may ask for more.
    whenIdle(() => {
      if (isAsked || client.isFetching() > 0) return;
      isAsked = true;
      stop();
      void load();
    });
  });
}

/** Puts all letters in place together: with each addition the whole page is measured anew. */
async function load() {
  const { default: rules } = await import('../styles/fonts.css?inline');
  const faces = facesOf(rules);
  await Promise.allSettled(faces.filter(isBasic).map((face) => face.load()));
  for (const face of faces) document.fonts.add(face);
}

/** The letters that a stylesheet names. */
function facesOf(stylesheet: string): FontFace[] {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(stylesheet);
  return [...sheet.cssRules]
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .map(({ style }) => {
      const of = (property: string) => style.getPropertyValue(property);
      // A quote would be taken for a part of the name.
      const family = of('font-family').replaceAll(/["']/g, '');
      return new FontFace(family, of('src'), { weight: of('font-weight'), unicodeRange: of('unicode-range') });
    });
}

/** Whether these are the letters of English; what other languages add is fetched by the browser when a text needs it. */
function isBasic({ unicodeRange }: FontFace): boolean {
  return /^U\+0+-0*FF/i.test(unicodeRange);
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
