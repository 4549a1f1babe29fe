import { type Outbound, ResponseTooLong } from '../outbound.ts';

const types = /^image\/(jpeg|png|gif|webp)\b/;
const timeoutMs = 5_000;

/**
 * Fetches an image of another server.
 * @returns null when the response is an error, no image of an accepted type, or larger than `maxBytes`
 * @throws when the server cannot be reached or may not be called
 */
export async function fetchImage(
  outbound: Outbound,
  address: string,
  { maxBytes }: { maxBytes: number },
): Promise<Buffer | null> {
  const headers = { accept: 'image/webp, image/png, image/jpeg, image/gif' };
  try {
    const answer = await outbound.fetch(address, { headers, timeoutMs, maxBytes });
    if (!answer.ok || !types.test(answer.headers.get('content-type') ?? '')) return null;
    return Buffer.from(await answer.arrayBuffer());
  } catch (error) {
    if (error instanceof ResponseTooLong) return null;
    throw error;
  }
}
