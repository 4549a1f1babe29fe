// Sends a call from a thread of its own, so that its work is not counted as the portal's.
import { openAsBlob } from 'node:fs';
import { respondInThread } from '#server/platform/threads/threads.ts';

/** A call as `fetch` makes it; the body is a local file. */
export type SentCall = { url: string; method: string; headers: Record<string, string>; bodyPath: string | null };

/** Returns the status and the first part of the reply, which is read to its end. */
async function send({ url, method, headers, bodyPath }: SentCall): Promise<{ status: number; text: string }> {
  const body = bodyPath === null ? null : (await openAsBlob(bodyPath)).stream();
  const reply = await fetch(url, { method, headers, body, duplex: 'half' } as RequestInit);
  let text = '';
  for await (const part of reply.body ?? []) if (text.length < 500) text += Buffer.from(part).toString();
  return { status: reply.status, text: text.slice(0, 500) };
}

await respondInThread(send);
