import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Office, openOffice } from './office.ts';
import { type Member, registerMember } from './people.ts';
import { createWatch, type Watch } from './watch.ts';

type Fixtures = {
  /** Fails the test when a browser reports what no browser should; see watch.ts. */
  watch: Watch;
  /** A new member, signed in in `page`. */
  member: Member;
  /** The demo's administrator at work through the API: makes what a test needs. */
  office: Office;
  /** A page of another person: cookies and storage of its own. */
  newPage: (options?: Parameters<import('@playwright/test').Browser['newContext']>[0]) => Promise<Page>;
};

/** Every browser test begins with this one. */
export const test = base.extend<Fixtures>({
  watch: [
    async ({ context, baseURL }, use) => {
      const watch = createWatch(baseURL ?? '');
      await watch.follow(context);
      await use(watch);
      // An announced refusal may still be on its way when the screen shows all that the test looks at.
      await expect.poll(() => watch.problems(), 'what the browser reported').toEqual([]);
    },
    { auto: true },
  ],
  member: async ({ context }, use) => use(await registerMember(context.request)),
  office: async ({ playwright, baseURL }, use) => {
    const request = await playwright.request.newContext({ baseURL });
    await use(await openOffice(request));
    await request.dispose();
  },
  newPage: async ({ browser, watch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      await watch.follow(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});
