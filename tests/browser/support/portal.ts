import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '#tests/support/process.ts';
import { findChromium } from './browser.ts';
import { startPortalProcess } from './portal-process.ts';

/**
 * Global setup of Playwright: finds the browser, starts the real portal in demo mode on an empty data folder and passes
 * both to the tests as CHROMIUM_PATH, PORTAL_URL and PORTAL_DATA_DIR, and as PORTAL_TEMPLATE a folder for the data of
 * further demos. With PORTAL_URL already set, that portal is used unchanged.
 *
 * @returns a function that stops the portal and removes its data
 */
export default async function startPortal(): Promise<() => Promise<void>> {
  const { executablePath, from } = await findChromium();
  process.env.CHROMIUM_PATH = executablePath;
  console.log(`Browser: ${executablePath} (${from})`);
  if (process.env.PORTAL_URL) return async () => {};

  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-e2e-'));
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  const where = { dataDir, port: await freePort(), logName: 'portal.log' };
  const portal = await startPortalProcess(where).catch(async (error: unknown) => {
    await removeData();
    throw error;
  });
  portal.onUnexpectedEnd(() => {
    void portal.log().then((log) => console.error(`The portal ended by itself.\n${log}`));
  });
  process.env.PORTAL_URL = portal.url;
  process.env.PORTAL_DATA_DIR = dataDir;
  const template = await mkdtemp(path.join(tmpdir(), 'portal-template-'));
  process.env.PORTAL_TEMPLATE = template;
  console.log(`Portal: ${portal.url}, its log is in test-results/portal.log`);

  return async () => {
    await portal.stop();
    await removeData();
    await rm(template, { recursive: true, force: true });
  };
}
