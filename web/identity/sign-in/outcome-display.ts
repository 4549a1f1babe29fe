import { errors } from '#contract/errors.ts';

/**
 * The sentence of a sign-in by a company that led back in vain (/auth?outcome=…, /confirmed?outcome=…); null for anything
 * else. It names no provider, because anyone can write an address.
 * @param outcome the code of the refusal without "connections."
 */
export function outcomeSentence(outcome: string): string | null {
  if (outcome === 'company-unknown') return 'This link belongs to no company. Use “Continue with your company”.';
  const code = `connections.${outcome}`;
  if (!(code in errors)) return null;
  // The line above.
  const { message } = errors[code as keyof typeof errors];
  const sentence = message.replaceAll('{name}', 'your provider');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Label of the button that starts the connection of the refusal again. */
export function onwardLabel(outcome: string): string {
  return outcome === 'company-required' ? 'Continue with your company' : 'Try again';
}
