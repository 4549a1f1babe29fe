declare global {
  interface Window {
    /** Answers by address, started by public/first.js before this code arrived. */
    __firstAnswers?: Map<string, Promise<Response>>;
  }
}

const openedPath = globalThis.location?.pathname;

/**
 * The answer to a call that was started ahead for the page the browser opened. Each serves one question, and only while
 * that page is shown and nothing has been changed: later questions are asked anew.
 */
export function takeFirstAnswer(method: string, address: string): Promise<Response> | undefined {
  const answers = globalThis.window?.__firstAnswers;
  if (!answers) return undefined;
  if (method !== 'GET' || window.location.pathname !== openedPath) answers.clear();
  const answer = answers.get(address);
  answers.delete(address);
  return answer;
}
