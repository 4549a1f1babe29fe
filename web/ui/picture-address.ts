/** The origin of the app's files where it is another one than the page's (ASSETS_URL); empty otherwise, and on the server. */
const { origin } = new URL(import.meta.url);
const elsewhere = typeof location === 'undefined' || origin === location.origin ? '' : origin;

if (elsewhere) void import('./failed-pictures.ts');

/** Uploaded pictures come from where the app's files come from, as the server writes them into drawn pages (OPS-22). */
export function pictureAddress(url: string): string {
  return url.startsWith('/media/') ? elsewhere + url : url;
}
