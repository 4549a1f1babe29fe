import { expect, type Page } from '@playwright/test';

/** React marks each element that it knows, but not the links that it adds for pictures to be loaded early. */
const isTakenOver =
  "[...document.querySelectorAll('#root[data-drawn] > :not(link)')].every((part) => Object.keys(part).some((key) => key.startsWith('__reactFiber')))";

/**
 * Lets `goto` and `reload` wait until the app has taken over a page that the server has drawn: a link that is pressed
 * before opens its page anew, and what a test asserts of the app does not hold yet. A test of the drawn page itself asks
 * for `waitUntil: 'commit'`.
 */
export function awaitTakeOver(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  // A page that leads on at once is asked again where it leads.
  const ask = () => page.evaluate<boolean>(isTakenOver).catch(() => false);
  const takenOver = () => expect.poll(ask, `the app takes over ${page.url()}`).toBe(true);
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
