/**
 * Origin of the app's files. `elsewhere` is that origin when it differs from the page's (ASSETS_URL), and empty
 * otherwise and on the server.
 */
const { origin } = new URL(import.meta.url);
const elsewhere = typeof location === 'undefined' || origin === location.origin ? '' : origin;

if (elsewhere) void import('./failed-pictures.ts');

/**
 * Returns the URL of an uploaded picture at the origin of the app's files, as the server writes it into rendered pages
 * (OPS-22).
 */
export function pictureAddress(url: string): string {
  return url.startsWith('/media/') ? elsewhere + url : url;
}
