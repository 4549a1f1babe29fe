import { expect, type Page } from '@playwright/test';

/** React marks each element that it knows. */
const isTakenOver =
  "[...document.querySelectorAll('#root[data-drawn] > *')].every((part) => Object.keys(part).some((key) => key.startsWith('__reactFiber')))";

/**
 * Lets `goto` and `reload` wait until the app has taken over a page that the server has drawn: a link that is pressed
 * before opens its page anew, and what a test asserts of the app does not hold yet. A test of the drawn page itself asks
 * for `waitUntil: 'commit'`.
 */
export function awaitTakeOver(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  // A page that never gets there fails the test's own assertions, which say more.
  const takenOver = () =>
    expect
      .poll(() => page.evaluate<boolean>(isTakenOver), { timeout: 15_000 })
      .toBe(true)
      .catch(() => undefined);
  page.goto = async (address, options) => {
    const response = await goto(address, options);
    if (options?.waitUntil === undefined) await takenOver();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil === undefined) await takenOver();
    return response;
  };
  return page;
}
