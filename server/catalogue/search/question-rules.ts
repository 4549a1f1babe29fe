/** For each key, the texts that are searched as well. */
export type Synonyms = ReadonlyMap<string, readonly string[]>;

/** Words that carry no meaning in a search. */
const stopWords = new Set(
  'a about an and any are as at be by can do does for from has have how i in is it me my of on or our should so some something that the their them there thing things this to us we what when where which who why with you your'.split(
    ' ',
  ),
);

/** Words of types and accesses; "templates" and "online tool" are derived from them. */
const kindWords = new Set(
  'tool template downloadable book report insight newsletter article bundle path free purchase subscription'.split(' '),
);

/** Types, accesses, file formats and qualities, which only rank. */
const softWords = new Set([
  ...kindWords,
  ...(
    'word doc docx excel xls xlsx powerpoint ppt pptx pdf csv ' +
    'quick short simple easy basic best good latest new example sample'
  ).split(' '),
]);

/** Whether a word, singular or plural, is in a set; "online" is in each, and "words" is not the file format. */
const isAmong = (known: ReadonlySet<string>, word: string) =>
  known.has(word) || word === 'online' || (word !== 'words' && known.has(word.replace(/s$/, '')));

/** Whether one of the texts of a term has only these words. */
const hasOnly = (known: ReadonlySet<string>, texts: readonly string[]) =>
  texts.some((text) => text.split(' ').every((word) => isAmong(known, word)));

/** Whether a term only ranks the results. */
export const isSoft = (texts: readonly string[]) => hasOnly(softWords, texts);

export const isKind = (texts: readonly string[]) => hasOnly(kindWords, texts);

/** Maximum number of words of a text with synonyms. */
const longestSynonym = 4;

/** A word, or several with synonyms together, as the texts that match it: the typed one, then its synonyms. */
export type Term = { texts: string[]; isSoft: boolean };

/** A parsed search: its terms, each once, and the maximum time that a resource should take. */
export type Question = { terms: Term[]; minutes: number | null };

/**
 * Parses a search. Hyphens and slashes separate words. Punctuation around words and stop words are left out, unless
 * nothing else was typed.
 * @param corrections of misspelt words
 */
export function questionOf(
  search: string,
  synonyms: Synonyms,
  corrections: ReadonlyMap<string, string> = new Map(),
): Question {
  const terms = new Map<string, Term>();
  const { words, minutes } = minutesOf(partsOf(search));
  const telling = (minutes === null ? tellingOf(words) : words.map(withoutMarks).filter(isTelling)).map(
    (word) => corrections.get(word) ?? word,
  );
  for (let start = 0; start < telling.length; ) {
    let length = Math.min(longestSynonym, telling.length - start);
    while (length > 1 && !synonymsFor(telling.slice(start, start + length).join(' '), synonyms)) length -= 1;
    const typed = telling.slice(start, start + length).join(' ');
    const texts = [...new Set([typed, ...(synonymsFor(typed, synonyms) ?? [])])];
    terms.set(typed, { texts, isSoft: isSoft(texts) });
    start += length;
  }
  return { terms: [...terms.values()], minutes };
}

/** Returns the key of the synonyms of which a text is a form, followed by its synonyms. */
function synonymsFor(text: string, synonyms: Synonyms): readonly string[] | undefined {
  const stem = stemOf(text);
  const forms = [text, text.replace(/s$/, ''), stem, `${stem}e`];
  const key = forms.find((form) => synonyms.has(form));
  return key === undefined ? undefined : [key, ...(synonyms.get(key) ?? [])];
}

/** Removes an English ending that follows at least four characters: "auditing" and "audited" become "audit". */
const stemOf = (text: string) => text.replace(/(?<=[^ ]{4})(?:ing|ed|es|s)$/, '');

const numerals = 'one two three four five six seven eight nine ten'.split(' ');
const minuteUnits = new Set(['min', 'mins', 'minute', 'minutes']);
const hourUnits = new Set(['hr', 'hrs', 'hour', 'hours']);
const limits = new Set(['under', 'within', 'below', 'max', 'maximum', 'only', 'less', 'than', 'up', 'to', 'about']);

/** Words that may follow a time. */
const fillers = new Set(['read', 'reading', 'long']);

/** Removes the first time from the words of a search: "15 min", "ten minutes", "half an hour", "under 2 hours". */
function minutesOf(words: readonly string[]): { words: string[]; minutes: number | null } {
  for (const [end, word] of words.entries()) {
    const [, glued = '', unit = ''] = /^(\d{1,3})?(\D+)$/.exec(withoutMarks(word)) ?? [];
    if (!minuteUnits.has(unit) && !hourUnits.has(unit)) continue;
    const before = words.slice(0, end);
    const isHalf = glued === '' && /\bhalf an?$/.test(before.join(' '));
    const number = glued === '' && !isHalf ? before.pop() : glued;
    const count = isHalf ? 0.5 : countOf(withoutMarks(number ?? ''), unit);
    if (count === null || count === 0) continue;
    if (isHalf) before.splice(-2);
    while (limits.has(before.at(-1) ?? '')) before.pop();
    return {
      words: [...before, ...words.slice(fillers.has(words[end + 1] ?? '') ? end + 2 : end + 1)],
      minutes: Math.round(hourUnits.has(unit) ? count * 60 : count),
    };
  }
  return { words: [...words], minutes: null };
}

function countOf(word: string, unit: string): number | null {
  if (/^\d{1,3}$/.test(word)) return Number(word);
  if (unit === 'hour' && (word === 'a' || word === 'an')) return 1;
  const numeral = numerals.indexOf(word);
  return numeral < 0 ? null : numeral + 1;
}

/** Patterns for spellings of standards and of articles of laws, each with the spelling that synonyms have. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/\biso\s*[/\p{Pd}]?\s*iec\b/gu, 'iso'],
  [/(?<=\biso\b[\s\p{Pd}]*\d+):\d{4}\b/gu, ''],
  [/\biso(?=\d)/g, 'iso '],
  [/\bart(?:icle)?\.?\s*(?=\d)/g, 'article '],
];

/**
 * Normalises a text, replaces the spellings above, and splits it at spaces, hyphens and slashes. The words keep the
 * punctuation around them.
 */
function partsOf(text: string): string[] {
  const typed = spellings.reduce((read, [spelling, usual]) => read.replace(spelling, usual), plain(text));
  const parts = typed.split(/[\s/\p{Pd}]+/u).filter((word) => word !== '');
  return parts.length > 0 ? parts : typed.split(' ').filter((word) => word !== '');
}

const isTelling = (word: string) => word !== '' && !stopWords.has(word);

function tellingOf(typed: readonly string[]): string[] {
  const bare = typed.map(withoutMarks).filter((word) => word !== '');
  const telling = bare.filter(isTelling);
  return [telling, bare, [...typed]].find((words) => words.length > 0) ?? [];
}

const soughtWords = (text: string) => tellingOf(partsOf(text));

/** Removes the punctuation around a word, but never % and _ (BROWSE-01), nor + and # at its end, as in "C++". */
export function withoutMarks(word: string): string {
  return word.replace(/^[^\p{L}\p{N}%_]+|[^\p{L}\p{N}%_+#]+$/gu, '');
}

/** Parses the synonyms of the portal settings, by key. The caller must have checked their form when they were saved. */
export function synonymsOf(lines: readonly string[]): Synonyms {
  const synonyms = new Map<string, string[]>();
  for (const line of lines) {
    const [typed = '', ...found] = line.split(/[=,]/);
    const key = soughtWords(typed).join(' ');
    synonyms.set(key, [...(synonyms.get(key) ?? []), ...found.map((text) => soughtWords(text).join(' '))]);
  }
  return synonyms;
}

/** Normalises a text for comparison: lower case, without accents, with single spaces. */
export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ');
}
