/**
 * Returns an address as a Location header can hold it, because people type addresses with letters outside ASCII and
 * blanks. Others stay as they are: the signature of a link to the bucket is of its exact text.
 */
export function locationOf(address: string): string {
  if (/^[\x21-\x7e]*$/.test(address)) return address;
  return URL.parse(address)?.href ?? address.replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}
