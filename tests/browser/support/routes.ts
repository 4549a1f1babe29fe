import type { Page, Route } from '@playwright/test';
import type { Watch } from './watch.ts';

type Address = string | RegExp;

const bare = new WeakSet<Page>();

/**
 * Holds back the app's code, so that a test sees the server's HTML.
 * @returns a function that releases the code
 */
export async function holdCode(page: Page): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await isReleased;
    await route.continue();
  });
  return release;
}

/** Removes the data from all further pages, so that the app requests them and a test can intervene. */
export async function openBarePages(page: Page): Promise<void> {
  if (bare.has(page)) return;
  bare.add(page);
  const isPage = ({ pathname }: URL) => !/^\/(api|assets|media|sandbox|dev)\/|\.\w+$/.test(pathname);
  await page.route(isPage, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    // Turns a page rendered by the server into one that the browser renders.
    const html = (await response.text())
      .replace(/<script [^>]*id="first-page".*?<\/script>/s, '')
      .replace(
        /<script>[^<]*<\/script><div id="root" data-drawn>.*<\/div>\s*(?=<template id="code">)/s,
        '<div id="root"></div>',
      );
    await route.fulfill({ response, body: html });
  });
}

/**
 * Holds back some calls before they reach the portal, so that a test sees the screen while it waits.
 * @returns a function that releases them
 */
export async function holdAnswers(page: Page, address: Address): Promise<() => void> {
  await openBarePages(page);
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await isReleased;
    // The page may have been left without this response.
    await route.continue().catch(() => undefined);
  });
  return release;
}

/** Responds to some calls in place of the portal. */
export async function answerOf(
  page: Page,
  address: Address,
  answer: NonNullable<Parameters<Route['fulfill']>[0]>,
): Promise<void> {
  await openBarePages(page);
  await page.route(address, (route) => route.fulfill(answer));
}

/**
 * Makes some calls fail as if the portal were broken.
 * @returns a function that ends this
 */
export async function failAnswers(page: Page, watch: Watch, address: Address): Promise<() => Promise<void>> {
  const fail = (route: Route) => {
    watch.expectRefusal(`500 ${route.request().method()} ${new URL(route.request().url()).pathname}`);
    return route.fulfill({ status: 500, body: 'broken' });
  };
  await openBarePages(page);
  await page.route(address, fail);
  return () => page.unroute(address, fail);
}
