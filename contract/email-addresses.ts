// Does not use zod, because the server compares addresses with it and the first screens must stay small.

/** Atoms of a local part (RFC 5321, section 4.1.2); quoted local parts and those in other scripts are not accepted. */
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/** At least two labels of at most 63 characters, the last one with a letter in front. */
const domainName = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i;
/** Characters that end a host in a URL, or cannot be part of one. */
const notInHost = /[\s/?#@:\\%[\]<>^|]/;

const longestLocalPart = 64;
const longestAddress = 254;

/**
 * Reads an email address: its local part as written and its domain in ASCII, for example "exämple.de" as
 * "xn--exmple-cua.de". Domains in ASCII remain as written. Returns null for any other text.
 */
export function emailAddressOf(text: string): string | null {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  if (at < 1 || local.length > longestLocalPart || !localPart.test(local)) return null;
  const domain = asciiDomain(text.slice(at + 1));
  if (domain === null || at + 1 + domain.length > longestAddress) return null;
  return `${local}@${domain}`;
}

/**
 * Whether normalisation would make another address of a text: it turns three characters into one of ASCII, such as the
 * Kelvin sign into K. Asked before a text is normalised.
 */
export function becomesAscii(text: string): boolean {
  return /[\u037E\u1FEF\u212A]/.test(text);
}

/** Returns the ASCII form of a domain of the internet with two or more labels; null for any other text. */
export function asciiDomain(text: string): string | null {
  const domain = isPlain(text) ? text : internationalDomain(text);
  return domain !== null && domainName.test(domain) ? domain : null;
}

/** Whether a domain needs no conversion: all in ASCII, and no label in Punycode, which could be invalid. */
function isPlain(domain: string): boolean {
  return /^[\x21-\x7e]*$/.test(domain) && !/(?:^|\.)xn--/i.test(domain);
}

/** Converts with the URL parser, because it reads hosts by UTS #46, the same in browsers and in Node.js. */
function internationalDomain(domain: string): string | null {
  if (domain === '' || notInHost.test(domain)) return null;
  return URL.parse(`http://${domain}/`)?.hostname ?? null;
}

/**
 * Returns the form in which two addresses are compared: the domain in ASCII, and A to Z in lower case. Other letters of
 * the local part remain, so that a Kelvin sign never becomes a K there. Accepts text that is not an address, so that it
 * can be searched for.
 */
export function comparableAddress(email: string): string {
  return asciiLower(emailAddressOf(email) ?? email);
}

/**
 * Returns the domain of an address, with A to Z in lower case: everything behind the last @, because a quoted local
 * part may contain another @.
 */
export function domainOfAddress(email: string): string {
  return asciiLower(email.slice(email.lastIndexOf('@') + 1));
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
