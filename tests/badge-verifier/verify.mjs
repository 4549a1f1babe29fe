// Reads {badges, documents} from the standard input: verifies each badge, and prints the results. Everything that the
// verifier fetches comes from `documents`, by its URL.
import { text } from 'node:stream/consumers';

const { badges, documents } = JSON.parse(await text(process.stdin));
const fetched = new Set();
globalThis.fetch = async (request) => {
  const url = String(request.url ?? request);
  fetched.add(url);
  const body = documents[url];
  const headers = { 'content-type': 'application/json' };
  return body === undefined
    ? new Response('{}', { status: 404, headers })
    : new Response(JSON.stringify(body), { headers });
};
// Its own messages are no results.
console.log = console.error = () => {};
const { verifyCredential } = await import('@digitalcredentials/verifier-core');
const results = [];
for (const credential of badges) {
  const { log, errors } = await verifyCredential({ credential, knownDIDRegistries: [] });
  results.push({ log: log ?? [], errors: (errors ?? []).map(({ name, message }) => `${name}: ${message}`) });
}
process.stdout.write(JSON.stringify({ results, fetched: [...fetched] }));
