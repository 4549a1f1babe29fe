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

/**
 * Some calls fail as if the portal were broken.
 * @returns what mends it
 */
export async function failAnswers(page: Page, watch: Watch, address: Address): Promise<() => Promise<void>> {
  const fail = (route: Route) => {
    watch.expectRefusal(`500 ${route.request().method()} ${new URL(route.request().url()).pathname}`);
    return route.fulfill({ status: 500, body: 'broken' });
  };
  await page.route(address, fail);
  return () => page.unroute(address, fail);
}
