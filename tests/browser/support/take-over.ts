import { expect, type Page } from '@playwright/test';

/**
 * Whether React has hydrated the page. React marks each element that it knows, but not the links that it adds to
 * preload pictures.
 */
const isTakenOver =
  "[...document.querySelectorAll('#root[data-drawn] > :not(link)')].every((part) => Object.keys(part).some((key) => key.startsWith('__reactFiber')))";

/**
 * Makes `goto` and `reload` wait for hydration of a page that the server rendered. A link that is pressed earlier
 * reloads its page, and assertions about the app do not hold yet. A test of the server's page itself passes `waitUntil:
 * 'commit'`.
 */
export function awaitTakeOver(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  // After a redirect the evaluation fails, and the next page is checked.
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
