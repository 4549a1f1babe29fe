import { execFile, execSync } from 'node:child_process';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errors } from '#contract/errors.ts';
import { scopeNames } from '#contract/scopes.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

type Content = Record<string, { schema: { $ref?: string; properties?: object } }>;
type Operation = {
  operationId: string;
  tags: string[];
  description: string;
  'x-scope': string;
  security: Record<string, unknown>[];
  parameters?: { name: string; schema: { anyOf?: object[] } }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; headers?: object; content?: Content }>;
};

/** The linters and the generator are a package of their own (decision 0001). */
const tools = path.resolve(import.meta.dirname, '../../../lint/openapi');
const packages = path.join(tools, 'node_modules');
const folder = path.join(tools, 'dist');
const documentFile = path.join(folder, 'openapi.json');

let portal: TestPortal;
let operations: Record<string, Operation>;
let schemas: Record<string, Schema>;
let description: Buffer;
beforeAll(async () => {
  portal = await createTestPortal();
  const { raw, body } = await portal.visitor().get('/api/openapi.json');
  const { paths, components } = body as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  schemas = components.schemas;
  operations = Object.fromEntries(
    Object.entries(paths).flatMap(([url, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${url}`, operation]),
    ),
  );
  description = raw;
});
afterAll(() => portal.close());

type Schema = { $ref?: string; type?: string; properties?: Record<string, Schema>; items?: Schema } & {
  [combined in 'anyOf' | 'oneOf' | 'allOf']?: Schema[];
};

/** The types of a value in a body; of a list also those of its entries. */
function typesOf(schema: Schema): string[] {
  const combined = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((schemas) => schemas ?? []);
  return [
    ...(schema.type ? [schema.type] : []),
    ...[...combined, ...(schema.items ? [schema.items] : [])].flatMap(typesOf),
  ];
}

/** The fields of a body with their schemas, also those inside of others. */
function fieldsOf(schema: Schema): [string, Schema][] {
  const inside = [schema.items, ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((schemas) => schemas ?? [])];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]): [string, Schema][] => [
      [name, field],
      ...fieldsOf(field),
    ]),
    ...inside.flatMap((one) => (one ? fieldsOf(one) : [])),
  ];
}

/** Installs the tools when they are absent or older than their lock file. */
function installTools(): void {
  const timeOf = (file: string) => statSync(path.join(tools, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (timeOf('node_modules/.package-lock.json') >= timeOf('package-lock.json')) return;
  execSync('npm ci --no-audit --no-fund', { cwd: tools, stdio: 'pipe' });
}

/** Runs a Node program in the folder and resolves with all that it prints. */
function run(file: string, ...words: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...words], { cwd: folder }, (_error, out, problems) => resolve(out + problems));
  });
}

/** A program that was written from the description alone. */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './client.ts';

declare const process: { argv: string[] };
const [, , baseUrl = '', email = '', password = ''] = process.argv;
const client = createClient<paths>({ baseUrl });
const refused = await client.POST('/api/login', { body: { email, password: 'not the password' } });
const { data, error, response } = await client.POST('/api/login', { body: { email, password } });
if (!data) throw new Error(error.message);
const [cookie = ''] = response.headers.getSetCookie();
const user = await client.GET('/api/user', { headers: { cookie } });
console.log(refused.error?.code, data.role, user.data?.email);
`;

describe('bodies', () => {
  it('API-58 every id in the body of a call may be a number or its digits as text', () => {
    const ids = Object.entries(operations).flatMap(([call, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema as Schema | undefined;
      const named = schema?.$ref ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
      return (named ? fieldsOf(named) : [])
        .filter(([name, field]) => /(^i|I)ds?$/.test(name) && typesOf(field).includes('integer'))
        .map(([name, field]) => ({ name: `${call} ${name}`, types: typesOf(field) }));
    });
    expect(ids.map(({ name }) => name)).toContain('POST /api/create-payment-intent resourceId');
    expect(ids.filter(({ types }) => !types.includes('string')).map(({ name }) => name)).toEqual([]);
  });
});

describe('the description of the API', () => {
  describe('in the hands of the tools of others', { tags: 'long' }, () => {
    beforeAll(() => {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      writeFileSync(documentFile, description);
      installTools();
    });

    it('OUT-04 the description of the API has no problem by the recommended rules of Redocly and of Spectral', {
      tags: 'long',
    }, async () => {
      expect(await run(path.join(tools, 'check.mjs'), documentFile)).toBe('');
    });

    it('OUT-04 becomes a TypeScript client that compiles and signs in', async () => {
      await run(path.join(packages, 'openapi-typescript/bin/cli.js'), documentFile, '--output', 'client.ts');
      writeFileSync(path.join(folder, 'program.ts'), program);
      // With type roots of its own, or the compiler would read the types of the portal's packages.
      const options =
        '--strict --noEmit --allowImportingTsExtensions --module nodenext --typeRoots . --lib es2024,dom,dom.iterable';
      expect(await run(path.join(packages, 'typescript/bin/tsc'), ...options.split(' '), 'program.ts')).toBe('');
      const member = await portal.member();
      const { email } = (await member.get<{ email: string }>('/api/user')).body;
      const address = await portal.app.listen({ host: '127.0.0.1', port: 0 });
      expect(await run('program.ts', address, email, 'portal-demo')).toBe(`accounts.wrong-credentials user ${email}\n`);
    });
  });

  it('OUT-04 says that a query for people takes 1 to 200 of them', () => {
    const [userId] = (operations['GET /api/organisations/{id}/learning/people']?.parameters ?? []).filter(
      ({ name }) => name === 'userId',
    );
    expect(userId?.schema.anyOf).toContainEqual(expect.objectContaining({ type: 'array', minItems: 1, maxItems: 200 }));
  });

  it('OUT-04 names each operation as the contract does and says who may call it and how it proves itself', () => {
    expect(operations['POST /api/login']).toMatchObject({ operationId: 'login', tags: ['sign-in'], security: [] });
    expect(operations['GET /api/user']).toMatchObject({ operationId: 'getCurrentUser' });
    expect(operations['GET /api/tool-session']?.security).toEqual([{ toolToken: [] }]);
    expect(operations['POST /api/webhooks/stripe']?.security).toEqual([{ stripeSignature: [] }]);
    const refund = operations['POST /api/admin/subscriptions/{id}/refund'];
    expect(refund?.description).toMatch(
      /For administrators\. The sign-in must be fresh\. No key can make this call\.$/,
    );
  });

  it('APIKEY-03 says which scope a key needs, and where no key is taken', () => {
    expect(operations['GET /api/user']).toMatchObject({
      security: [{ session: [] }, { key: [] }],
      'x-scope': 'library:read',
      description: expect.stringMatching(/A key needs the scope `library:read`\.$/),
    });
    expect(operations['GET /api/public/resources']?.security).toEqual([{}, { key: [] }]);
    expect(operations['GET /api/user/keys']?.security).toEqual([{ session: [] }]);
    const used = Object.values(operations).map((operation) => operation['x-scope']);
    expect(new Set(used)).toEqual(new Set([...scopeNames, 'none', undefined]));
  });

  it('OUT-04 gives every refusal the shape of an error and names its codes', () => {
    for (const [name, { responses }] of Object.entries(operations)) {
      const rejections = Object.entries(responses).filter(([status]) => !/^[23]/.test(status));
      const shapes = rejections.map(([, { content }]) => content?.['application/json']?.schema.$ref);
      expect([name, new Set(shapes)]).toEqual([name, new Set(['#/components/schemas/Error'])]);
      expect(responses['400']?.description).toContain('`request.invalid`');
    }
    const { responses = {} } = operations['POST /api/register'] ?? {};
    expect(responses['409']?.description).toBe(`\`accounts.email-taken\`: ${errors['accounts.email-taken'].message}`);
  });

  it('OUT-04 describes files that are sent and received, the webhook and redirects', () => {
    const bodyOf = (name: string) => operations[name]?.requestBody?.content;
    expect(bodyOf('POST /api/admin/upload')).toMatchObject({
      'multipart/form-data': { schema: { properties: { file: { format: 'binary' }, title: { type: 'string' } } } },
    });
    expect(bodyOf('POST /api/admin/imports')).toHaveProperty('multipart/form-data');
    expect(bodyOf('POST /api/webhooks/stripe')).toMatchObject({ 'application/json': { schema: { type: 'object' } } });
    expect(operations['GET /api/documents/{id}']?.responses['200']?.content).toHaveProperty('application/pdf');
    for (const name of ['GET /api/auth/google', 'GET /api/unsubscribe']) {
      const { responses = {} } = operations[name] ?? {};
      expect([name, Object.keys(responses).filter((status) => /^[23]/.test(status))]).toEqual([name, ['302']]);
      expect(responses['302']?.headers).toHaveProperty('location');
    }
  });
});
