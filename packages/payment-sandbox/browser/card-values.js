/** @param {string} text */
export function digitsOf(text) {
  return text.replace(/\D/g, '');
}

/** @param {string} number */
function isAmex(number) {
  return /^3[47]/.test(number);
}

/**
 * Groups a card number as it is printed: 4-6-5 for American Express, fours for all others.
 * @param {string} text
 */
export function formatNumber(text) {
  const digits = digitsOf(text);
  if (isAmex(digits)) {
    return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)].filter(Boolean).join(' ');
  }
  return (digits.slice(0, 19).match(/.{1,4}/g) ?? []).join(' ');
}

/**
 * Writes an expiry as MM/YY while it is typed; takes "4", "0440", "12/2040" and "12 / 40".
 * @param {string} text
 */
export function formatExpiry(text) {
  const [, month, year] = /^\s*(\d{1,2})\s*[/.-]\s*(\d{0,4})\s*$/.exec(text) ?? [];
  const digits =
    month === undefined || year === undefined
      ? digitsOf(text)
      : `${month.padStart(2, '0')}${year.length === 4 ? year.slice(2) : year}`;
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  if (padded.length < 3) return /^\d{1,2}\s*[/]$/.test(text.trim()) && padded.length === 2 ? `${padded}/` : padded;
  const shortYear = padded.length >= 6 ? padded.slice(4, 6) : padded.slice(2, 4);
  return `${padded.slice(0, 2)}/${shortYear}`;
}

/**
 * @param {string} text
 * @param {string} number decides how long the code is
 */
export function formatCvc(text, number) {
  return digitsOf(text).slice(0, isAmex(digitsOf(number)) ? 4 : 3);
}

/** @param {string} number */
function passesLuhn(number) {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/**
 * @typedef {{ code: string, message: string }} Fault
 * @typedef {{ number: string, expiry: string, cvc: string }} CardValues
 */

/**
 * @param {CardValues} values
 * @returns {Fault | null}
 */
export function numberFault({ number }) {
  const digits = digitsOf(number);
  if (digits.length < (isAmex(digits) ? 15 : 16)) {
    return { code: 'incomplete_number', message: 'Your card number is incomplete.' };
  }
  return passesLuhn(digits) ? null : { code: 'incorrect_number', message: 'Your card number is invalid.' };
}

/**
 * @param {CardValues} values
 * @param {Date} today
 * @returns {Fault | null}
 */
export function expiryFault({ expiry }, today) {
  const { month, year } = readExpiry(expiry);
  if (Number.isNaN(month) || Number.isNaN(year)) {
    return { code: 'incomplete_expiry', message: "Your card's expiry date is incomplete." };
  }
  if (month < 1 || month > 12) {
    return { code: 'invalid_expiry_month', message: "Your card's expiry date is invalid." };
  }
  const isPast = year * 12 + month < today.getFullYear() * 12 + today.getMonth() + 1;
  return isPast ? { code: 'invalid_expiry_year_past', message: "Your card's expiry date is in the past." } : null;
}

/**
 * @param {CardValues} values
 * @returns {Fault | null}
 */
export function cvcFault({ cvc, number }) {
  const isComplete = cvc.length === (isAmex(digitsOf(number)) ? 4 : 3);
  return isComplete ? null : { code: 'incomplete_cvc', message: "Your card's security code is incomplete." };
}

/**
 * Month and four-digit year of an expiry; both NaN while the expiry is incomplete.
 * @param {string} expiry
 */
export function readExpiry(expiry) {
  const [, month, year] = /^(\d\d)\/(\d\d)$/.exec(expiry) ?? [];
  return { month: Number(month ?? 'none'), year: 2000 + Number(year ?? 'none') };
}
