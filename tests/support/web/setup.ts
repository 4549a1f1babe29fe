import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/dom';
import { afterEach, beforeEach, vi } from 'vitest';
import { fetchAnswer, resetNetwork } from './network.ts';
import { unloadPaymentScript } from './payment-form.ts';
import { closeAll } from './render.tsx';
import { untilSettled } from './settled.ts';
import { noteLog, takeProblems } from './watch.ts';
import { judgeWords, readScreens } from './words.ts';

configure({
  // Only a test that hangs reaches this limit, even on a busy machine.
  asyncUtilTimeout: 20_000,
  // Shows the text of the screen instead of its markup.
  getElementError: (message) => {
    const error = new Error(`${message}\n\nThe screen says:\n${wordsOf(document.body).join('\n')}`);
    error.name = 'NotOnScreen';
    return error;
  },
});

/** Returns the texts of the screen, one per line. */
function wordsOf(element: Element): string[] {
  return [...element.childNodes].flatMap((node) => {
    if (node instanceof Element) return wordsOf(node);
    return node.textContent?.trim() ? [`  ${node.textContent.trim()}`] : [];
  });
}

/**
 * Warnings that only happy-dom and React's development build give: an unknown element, and the router's lazy
 * components.
 */
const ownLogs = /The tag <%s> is unrecognized in this browser.* search$|^Error: This library called use\(\) to suspend/;

beforeEach(() => {
  readScreens();
  vi.stubGlobal('fetch', fetchAnswer);
  vi.spyOn(console, 'error').mockImplementation((...values) => {
    const text = values.map(String).join(' ');
    if (!ownLogs.test(text)) noteLog(text);
  });
});

afterEach(async () => {
  vi.useRealTimers();
  // A screen that still loads may call an endpoint without a handler.
  await untilSettled();
  judgeWords();
  closeAll();
  // The next page loads the app again, so that no state in a module of this one is left.
  vi.resetModules();
  resetNetwork();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  unloadPaymentScript();
  localStorage.clear();
  sessionStorage.clear();
  const problems = takeProblems();
  if (problems.length > 0) throw new Error(`This should not have been:\n${problems.join('\n')}`);
});
