import { findChromium } from './browser.ts';

/** `npm test` runs this file beside its first stages, so that a browser is installed before it is needed. */
const { executablePath, from } = await findChromium();
console.log(`Browser: ${executablePath} (${from})`);
