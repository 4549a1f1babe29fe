/**
 * Whether a text is a path of the portal, so that following it never leaves the portal: no other host, and no
 * backslash, which browsers read as a slash.
 */
export function isOwnPath(text: string): boolean {
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text);
}
