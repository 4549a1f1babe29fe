import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import { type Check, inspect } from './inspection.ts';
import { type Office, openOffice } from './office.ts';
import { type Member, registerMember, signInAsAdministrator } from './people.ts';
import { awaitTakeOver } from './take-over.ts';
import { createWatch, type Watch } from './watch.ts';

type Fixtures = {
  /** Fails the test when the browser reports a problem; see watch.ts. */
  watch: Watch;
  /** The demo's administrator through the API, to prepare the test's data. */
  office: Office;
  /** Checks the current `page` as `inspect` does; the test fails at its end with all problems. */
  check: Check;
  /** Opens a page of another caller, with its own cookies and storage. */
  newPage: (options?: Parameters<import('@playwright/test').Browser['newContext']>[0]) => Promise<Page>;
};

/** Test whose `page` belongs to a visitor. The other two below extend it. */
export const test = base.extend<Fixtures>({
  watch: [
    async ({ context, baseURL }, use) => {
      const watch = createWatch(baseURL ?? '');
      await watch.follow(context);
      await use(watch);
      // An announced rejection may arrive after the last assertion of the test.
      await expect.poll(() => watch.problems(), 'what the browser reported').toEqual([]);
    },
    { auto: true },
  ],
  page: ({ page }, use) => use(awaitTakeOver(page)),
  office: async ({ playwright, baseURL }, use) => {
    const request = await playwright.request.newContext({ baseURL });
    await use(await openOffice(request));
    await request.dispose();
  },
  check: async ({ page }, use) => {
    const { check, problems } = inspect(page);
    await use(check);
    expect(problems, 'problems of the checked screens').toEqual([]);
  },
  newPage: async ({ browser, watch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      await watch.follow(context);
      return awaitTakeOver(await context.newPage());
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/** Test whose `page` is signed in as a new member. */
export const memberTest = test.extend<{ member: Member }>({
  member: [async ({ context }, use) => use(await registerMember(context.request)), { auto: true }],
});

/** Test whose `page` is signed in as the demo's administrator. */
export const administratorTest = test.extend<{ administrator: CurrentUser }>({
  administrator: [async ({ context }, use) => use(await signInAsAdministrator(context.request)), { auto: true }],
});
