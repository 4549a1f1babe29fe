import type { RawAnswer, TestSandbox } from './sandbox.ts';

/** Card data as the pages' script sends it. */
export function typedCard(number: string): Record<string, string> {
  return { 'card[number]': number, 'card[exp_month]': '12', 'card[exp_year]': '2040', 'card[cvc]': '123' };
}

/** The part of a page's address behind the sandbox's own path. */
export function pathOf(url: string | null | undefined): string {
  return new URL(url ?? '').pathname.replace('/sandbox/payments', '');
}

/** What a page shows, without its markup. */
export async function textAt(sandbox: TestSandbox, path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${sandbox.address}${path}`);
  const text = (await response.text()).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  return { status: response.status, text };
}

/** Answers the bank's challenge that a page was shown. */
export function answerBank(sandbox: TestSandbox, asked: RawAnswer, outcome: 'complete' | 'fail'): Promise<RawAnswer> {
  return sandbox.post(`/three-d-secure/${asked.body.step}`, { outcome });
}
