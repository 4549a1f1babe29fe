import { findChromium } from './browser.ts';

/** Run by `npm test` beside its first stages, so that a browser that must be installed is there before it is needed. */
const { executablePath, from } = await findChromium();
console.log(`Browser: ${executablePath} (${from})`);
