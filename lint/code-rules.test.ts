import { expect, test } from 'vitest';
import { checkCodeRules } from './code-rules.ts';
import { readSources } from './sources.ts';

const broken: [rule: string, path: string, text: string][] = [
  ['only platform asks the time', 'server/commerce/access/actions.ts', 'const now = Date.now();'],
  ['only platform asks the time', 'demo/seed.ts', 'const now = new Date();'],
  ['only platform asks the time', 'web/commerce/access/GrantForm.tsx', 'const clock = { now: Date.now };'],
  ['only platform asks the time', 'contract/time.ts', 'const now = new Date;'],
  [
    'texts of requests are read by contract/text.ts',
    'contract/commerce/access.ts',
    "const Reason = z.string({ error: 'x' });",
  ],
  [
    'texts of requests are read by contract/text.ts',
    'contract/commerce/access.ts',
    'const Reason = z.string()\n.check(trimmed);',
  ],
  ['texts of requests are read by contract/text.ts', 'contract/commerce/access.ts', "const Email = z.email('x');"],
  [
    'days and times are written by contract/dates.ts',
    'server/commerce/access/emails.ts',
    "const day = new Intl.DateTimeFormat('en-GB');",
  ],
  [
    'days and times are written by contract/dates.ts',
    'web/commerce/access/display.ts',
    'const day = date.toLocaleDateString();',
  ],
  ['rules and display are pure', 'server/commerce/access/rules.ts', 'const dice = Math.random();'],
  ['rules and display are pure', 'server/commerce/access/price-rules.ts', 'const id = crypto.randomUUID();'],
  ['rules and display are pure', 'web/commerce/access/display.ts', "fetch('/api/user');"],
  ['tests draw by the seed of their run', 'web/commerce/access/display.test.ts', 'const dice = Math.random();'],
  ['tests draw by the seed of their run', 'quality/faults/run.ts', 'const dice = Math.random();'],
  [
    'component tests wait for the screen, not for a time',
    'web/commerce/access/GrantForm.test.tsx',
    'await new Promise((done) => setTimeout(done, 200));',
  ],
  ['headers of a request are read in routes', 'server/commerce/access/actions.ts', 'use(request.headers);'],
  ['headers of a request are read in routes', 'server/commerce/access/flows.ts', 'key(ctx.origin.userAgent);'],
  [
    'keys of mails, limits, jobs and locks hold nothing that a caller chooses freely',
    'server/commerce/access/routes.ts',
    'limiter.take(limits.calls, ctx.actor.userId + request.headers.via);',
  ],
  [
    'keys of mails, limits, jobs and locks hold nothing that a caller chooses freely',
    'server/platform/http/guard.ts',
    "const key = hashedKey(token) + request.cookies['device'];",
  ],
  [
    'keys of mails, limits, jobs and locks hold nothing that a caller chooses freely',
    'server/commerce/access/flows.ts',
    "queueMail(db, { kind: 'account', key: 'grant:' + body.note }, mail);",
  ],
  [
    'keys of mails, limits, jobs and locks hold nothing that a caller chooses freely',
    'server/commerce/access/store.ts',
    'sql`select pg_advisory_xact_lock(hashtext(\u0024{query.name}))`;',
  ],
  ['SQL is written in store.ts', 'server/commerce/access/actions.ts', "db.kysely\n.selectFrom('users').selectAll();"],
  ['SQL is written in store.ts', 'server/commerce/access/jobs.ts', 'sql<{ one: number }>`select 1`;'],
  ['SQL is written in store.ts', 'server/app/app.ts', "prepared('one', 'select 1', []);"],
  ['SQL names its columns', 'server/commerce/access/store.ts', "prepared('one', 'select * from users', []);"],
  ['SQL names its columns', 'server/commerce/access/grant-store.ts', 'const text = `select u.id, g.*\nfrom grants g`;'],
  ['SQL names its columns', 'server/platform/mail/queue.ts', "prepared('one', 'delete from mails returning *', []);"],
  [
    'addresses are found by address_key',
    'server/identity/accounts/store.ts',
    'const text = `where lower(u.email) = $1`;',
  ],
  [
    'screens decide by codes, not by sentences',
    'web/commerce/access/display.ts',
    "const isOpen = label === 'Purchase required';",
  ],
  [
    'screens decide by codes, not by sentences',
    'web/commerce/access/api.ts',
    "if (error.message.includes('x')) stop();",
  ],
  [
    'screens decide by codes, not by sentences',
    'web/commerce/access/GrantForm.tsx',
    "switch (text) { case 'Not found here': stop(); }",
  ],
  [
    'parts load by lazyPart or lazyDialog',
    'web/commerce/access/GrantForm.tsx',
    "const Part = lazy(async () => import('./Part.tsx'));",
  ],
  [
    'the server is called for a change by useAction',
    'web/commerce/access/api.ts',
    "import { useMutation as useSending } from '@tanstack/react-query';",
  ],
  [
    'the server is called for a change by useAction',
    'web/commerce/access/api.ts',
    'const sending = query.useMutation<Grant>({ mutationFn });',
  ],
  [
    'codes, names and addresses of people have translate="no"',
    'web/commerce/access/Grants.tsx',
    'export const Part = () => <p>Sent to {gift.email}.</p>;',
  ],
  [
    'codes, names and addresses of people have translate="no"',
    'web/commerce/access/Grants.tsx',
    'export const Part = () => <p><b>{name}</b> <i translate="no">{email}</i></p>;',
  ],
  [
    'codes, names and addresses of people have translate="no"',
    'web/commerce/access/Grants.tsx',
    'export const Part = () => <p className="font-mono text-sm">{value}</p>;',
  ],
  [
    'codes, names and addresses of people have translate="no"',
    'web/commerce/access/Grants.tsx',
    "const columns = [{ key: 'by', cell: ({ sentBy }) => sentBy ?? '–' }];",
  ],
  ['folders are at most four deep', 'web/commerce/access/forms/fields/Name.tsx', ''],
  ['no .tsx beside the server', 'server/commerce/access/emails.tsx', ''],
];

const allowed: [path: string, text: string][] = [
  ['server/platform/clock.ts', 'export const clock = () => new Date();'],
  ['server/commerce/access/actions.ts', 'const later = new Date(now.getTime() + 1); const text = Date.parse(value);'],
  ['server/commerce/access/routes.test.ts', 'const now = Date.now(); const row = await sql`select 1`;'],
  ['server/commerce/access/store.ts', "db.selectFrom('users'); sql`select 1`; prepared('one', 'select 1', []);"],
  ['server/commerce/access/rules.ts', 'const half = Math.floor(amountMinor / 2);'],
  [
    'server/commerce/access/store.ts',
    "prepared('one', 'select count(*), a.b * 2 from users a', []); prepared('*', '*.*', []);",
  ],
  ['contract/commerce/access.ts', 'const Grant = z.object({ reason: z.string(), note: z.nullable(z.string()) });'],
  [
    'server/commerce/access/routes.ts',
    'limiter.take(limit, hashedKey(comparableAddress(body.email))); limiter.take(limit, networkOf(ip), body.emails.length);',
  ],
  ['contract/text.ts', "const line = z.string({ error: 'x' }).check(z.trim());"],
  [
    'web/commerce/access/Grants.tsx',
    'export const Part = () => <ul translate="no">{all.map((one) => <li key={one.id}>{one.email}</li>)}</ul>;',
  ],
  ['web/commerce/access/Grants.tsx', "export const Part = () => <h2>{name}</h2>; const label = <p>{'An email'}</p>;"],
  ['web/platform/action.ts', "import { useMutation } from '@tanstack/react-query';"],
  ['packages/payment-sandbox/clock.ts', 'export const now = Date.now();'],
];

test.each(broken)('%s: reported for %s with %s', (rule, path, text) => {
  expect(checkCodeRules([{ path, text }]).map((violation) => violation.rule)).toEqual([rule]);
});

test.each(allowed)('reports no problem in %s with %s', (path, text) => {
  expect(checkCodeRules([{ path, text }])).toEqual([]);
});

test('the repository keeps the code rules', () => {
  expect(checkCodeRules(readSources('.'))).toEqual([]);
});
