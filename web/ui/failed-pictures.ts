/**
 * Loads failed pictures from the portal instead. The other origin (ASSETS_URL) lacks pictures that only some people may
 * see, because only the portal knows the member (UPLOAD-11).
 */
export function retryFailedPictures(origin: string): void {
  const askPortal = (target: unknown) => {
    if (target instanceof HTMLImageElement && target.src.startsWith(`${origin}/media/`)) {
      target.src = target.src.slice(origin.length);
    }
  };
  document.addEventListener('error', ({ target }) => askPortal(target), true);
  // These pictures failed before this code ran.
  for (const image of document.querySelectorAll('img')) {
    if (image.complete && image.naturalWidth === 0) askPortal(image);
  }
}

// This file is imported only when the app's files, including this one, come from another origin than the page.
retryFailedPictures(new URL(import.meta.url).origin);
