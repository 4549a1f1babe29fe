import { moneyText, toMajor } from '#contract/money.ts';

type Amount = { amountMinor: number; currency: string };

/** The characters of a PDF's standard fonts (Windows code page 1252). */
const outside = /[^\n\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu;

const lookalikes: Record<string, string> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', ħ: 'h', Ħ: 'H' };

/**
 * Text in the characters of the standard fonts: other letters lose their accents, and the rest become question marks.
 */
export function printable(text: string): string {
  return text.normalize('NFC').replace(outside, (character) => {
    const plain = lookalikes[character] ?? character.normalize('NFKD').replace(/\p{Mark}/gu, '');
    return plain.replace(outside, '?');
  });
}

/** "£19.99", or "INR 1,499.00" where the fonts lack the currency's sign. */
export function printableMoney({ amountMinor, currency }: Amount): string {
  const text = moneyText({ amountMinor, currency });
  if (printable(text) === text) return text;
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay: 'code' });
  return format.format(toMajor(amountMinor, currency));
}
