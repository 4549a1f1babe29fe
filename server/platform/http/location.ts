/**
 * Returns a URL in a form that a Location header can hold, because people type URLs with blanks and letters outside
 * ASCII. Other URLs stay unchanged, because the signature of a link to the bucket covers its exact text.
 */
export function locationOf(address: string): string {
  if (/^[\x21-\x7e]*$/.test(address)) return address;
  return URL.parse(address)?.href ?? address.replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}
