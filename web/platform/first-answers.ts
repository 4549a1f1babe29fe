import { firstAnswer } from '#contract/first-answers.ts';

const openedPath = globalThis.location?.pathname;
const answers = readAnswers();

/** What the server has written into the page, by address. */
function readAnswers(): Map<string, Element> {
  const elements = globalThis.document?.querySelectorAll(`script[${firstAnswer.address}]`) ?? [];
  return new Map([...elements].map((element) => [element.getAttribute(firstAnswer.address) ?? '', element]));
}

/**
 * The answer to a call that the page brought along. Each serves one question, and only while the page that the browser
 * opened is shown and nothing has been changed: later questions are asked anew.
 */
export function takeFirstAnswer(method: string, address: string): Response | undefined {
  if (answers.size === 0) return undefined;
  if (method !== 'GET' || window.location.pathname !== openedPath) answers.clear();
  const element = answers.get(address);
  answers.delete(address);
  return element && responseOf(element);
}

function responseOf(element: Element): Response {
  return new Response(element.textContent, {
    status: Number(element.getAttribute(firstAnswer.status)),
    headers: JSON.parse(element.getAttribute(firstAnswer.headers) ?? '{}'),
  });
}
