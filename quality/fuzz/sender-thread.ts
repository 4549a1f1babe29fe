// Sends a call from a separate thread, so that its work does not count as the portal's.
import { openAsBlob } from 'node:fs';
import { respondInThread } from '#server/platform/threads/threads.ts';

/** A call for `fetch`; the body is a local file. */
export type SentCall = { url: string; method: string; headers: Record<string, string>; bodyPath: string | null };

/** Reads the whole response. @returns its status and the beginning of its text */
async function send({ url, method, headers, bodyPath }: SentCall): Promise<{ status: number; text: string }> {
  const body = bodyPath === null ? null : (await openAsBlob(bodyPath)).stream();
  const reply = await fetch(url, { method, headers, body, duplex: 'half' } as RequestInit);
  let text = '';
  for await (const part of reply.body ?? []) if (text.length < 500) text += Buffer.from(part).toString();
  return { status: reply.status, text: text.slice(0, 500) };
}

await respondInThread(send);
