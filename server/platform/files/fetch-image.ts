const types = /^image\/(jpeg|png|gif|webp)\b/;
const timeoutMs = 5_000;

/**
 * Fetches an image of another server, without following redirects. The caller must have checked that this URL may be
 * called.
 * @returns null when the response is no image of an accepted type, or is larger than `maxBytes`
 * @throws when the server cannot be reached or redirects
 */
export async function fetchImage(address: string, { maxBytes }: { maxBytes: number }): Promise<Buffer | null> {
  const headers = { accept: 'image/webp, image/png, image/jpeg, image/gif' };
  const answer = await fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (!answer.ok || !answer.body || !types.test(answer.headers.get('content-type') ?? '')) {
    await answer.body?.cancel();
    return null;
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body) {
    bytes += part.length;
    // Leaving the loop ends the connection.
    if (bytes > maxBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
