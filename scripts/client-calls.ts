/** The parts of the API's description that the client is made of. */
type Schema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
};
type Content = Record<string, { schema?: Schema }>;
type Operation = {
  operationId: string;
  summary: string;
  /** The scope that a key needs; `none`, or absent, where no key makes the call. */
  'x-scope'?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
export type Description = { paths: Record<string, Record<string, Operation>> };

const heading = `/**
 * The calls of the portal's API that a key can make, with their types.
 * Made by \`npm run client\` from the description of the API; do not change it by hand.
 */`;

/** Returns the text of the file of calls of `packages/client`, made from the API's description (APIKEY-07). */
export function clientCallsOf({ paths }: Description): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const scope = operation['x-scope'] ?? 'none';
      return scope !== 'none' ? [{ path, method: method.toUpperCase(), scope, operation }] : [];
    }),
  );
  calls.sort((one, other) => (one.operation.operationId < other.operation.operationId ? -1 : 1));
  const types = calls.map(({ operation, scope }) => {
    const { operationId, summary } = operation;
    return `  /** [${scope}] ${summary}. */\n  ${operationId}: { input: ${inputOf(operation)}; response: ${responseOf(operation)} };`;
  });
  const table = calls.map(
    ({ path, method, operation }) => `  ${operation.operationId}: ['${method}', '${path}', ${isFile(operation)}],`,
  );
  return `${heading}

export interface Calls {
${types.join('\n')}
}

/** Method, path, and whether the response is a file. */
export const calls: { [Name in keyof Calls]: readonly [string, string, boolean] } = {
${table.join('\n')}
};
`;
}

function inputOf({ parameters = [], requestBody }: Operation): string {
  const ofKind = (kind: string) => parameters.filter((one) => one.in === kind);
  const fields = (kind: string) =>
    ofKind(kind)
      .map(({ name, required, schema }) => `${name}${required ? '' : '?'}: ${typeOf(schema)}`)
      .join('; ');
  const queryName = ofKind('query').some(({ required }) => required) ? 'query' : 'query?';
  const parts = [
    ...(ofKind('path').length > 0 ? [`params: { ${fields('path')} }`] : []),
    ...(ofKind('query').length > 0 ? [`${queryName}: { ${fields('query')} }`] : []),
    ...(requestBody ? [`body: ${bodyOf(requestBody.content)}`] : []),
  ];
  return parts.length > 0 ? `{ ${parts.join('; ')} }` : 'object';
}

function bodyOf(content: Content): string {
  if (content['multipart/form-data']) return 'FormData';
  return typeOf(content['application/json']?.schema ?? {});
}

const successOf = ({ responses }: Operation) =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content;

function isFile(operation: Operation): boolean {
  return Object.keys(successOf(operation) ?? {}).some((type) => type !== 'application/json');
}

function responseOf(operation: Operation): string {
  const content = successOf(operation);
  if (!content) return 'undefined';
  return isFile(operation) ? 'Blob' : typeOf(content['application/json']?.schema ?? {});
}

function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  if (schema.type === 'array') return `(${typeOf(schema.items ?? {})})[]`;
  if (schema.type === 'object') return objectOf(schema);
  const plain: Record<string, string> = { string: 'string', number: 'number', integer: 'number', boolean: 'boolean' };
  return plain[schema.type ?? ''] ?? (schema.type === 'null' ? 'null' : 'unknown');
}

function objectOf({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties) {
    const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
    return `{ [name: string]: ${value} }`;
  }
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `${/^\w+$/.test(name) ? name : `'${name}'`}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`,
  );
  return `{ ${fields.join('; ')} }`;
}
