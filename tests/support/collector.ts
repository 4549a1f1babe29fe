import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Span in OTLP's JSON format, with its attributes as an object. */
export type SeenSpan = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status: { code?: number; message?: string };
  attributes: Record<string, unknown>;
};

type Attribute = { key: string; value: Record<string, unknown> };
type Export = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<SeenSpan, 'attributes'> & { attributes: Attribute[] })[] }[];
  }[];
};

const objectOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

export async function startCollector() {
  const exports: { url: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
  const server = createServer(async (call, answer) => {
    exports.push({ url: call.url ?? '', headers: call.headers, body: await text(call) });
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Safe because a server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  const parsed = () => exports.flatMap(({ body }) => (JSON.parse(body) as Export).resourceSpans);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    exports,
    spans: (): SeenSpan[] =>
      parsed().flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, attributes: objectOf(span.attributes) }))),
      ),
    resources: () => parsed().map(({ resource }) => objectOf(resource.attributes)),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
