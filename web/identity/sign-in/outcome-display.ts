import { errors } from '#contract/errors.ts';

/**
 * The sentence of a sign-in by a company that led back in vain (/auth?outcome=…); null for anything else. The provider has
 * no name here, because anyone can write an address.
 * @param outcome the code of the refusal without "connections."
 */
export function outcomeSentence(outcome: string): string | null {
  const code = `connections.${outcome}`;
  if (!(code in errors)) return null;
  // The line above.
  const { message } = errors[code as keyof typeof errors];
  const sentence = message.replaceAll('{name}', 'your provider');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
