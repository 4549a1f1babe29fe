import { errors } from '#contract/errors.ts';

/**
 * Returns the sentence for a sign-in by a company that failed (/auth?outcome=…, /confirmed?outcome=…); null for
 * anything else. It names no provider, because anyone can write a URL.
 * @param outcome the code of the refusal without "connections."
 */
export function outcomeSentence(outcome: string): string | null {
  if (outcome === 'company-unknown') return 'This link belongs to no company. Use “Continue with your company”.';
  const code = `connections.${outcome}`;
  if (!(code in errors)) return null;
  // Safe cast, because the line above has checked the code.
  const { message } = errors[code as keyof typeof errors];
  const sentence = message.replaceAll('{name}', outcome === 'company-required' ? 'your company' : 'your provider');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
