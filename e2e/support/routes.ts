import type { Page, Route } from '@playwright/test';
import type { Watch } from './watch.ts';

type Address = string | RegExp;

/**
 * Holds back the answers to some calls, so that a test sees the screen while it waits.
 * @returns what lets them through
 */
export async function holdAnswers(page: Page, address: Address): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await isReleased;
    // The page may have been left without this answer.
    await route.continue().catch(() => undefined);
  });
  return release;
}

/** Answers some calls in the portal's place. */
export async function answerOf(
  page: Page,
  address: Address,
  answer: NonNullable<Parameters<Route['fulfill']>[0]>,
): Promise<void> {
  await page.route(address, (route) => route.fulfill(answer));
}

/** The first of some calls fails as if the portal were broken; the next reach it. */
export async function failOnce(page: Page, watch: Watch, address: Address): Promise<void> {
  await page.route(
    address,
    (route) => {
      watch.expectRefusal(`500 ${route.request().method()} ${new URL(route.request().url()).pathname}`);
      return route.fulfill({ status: 500, body: 'broken' });
    },
    { times: 1 },
  );
}
