/** Files that test the product and are not part of it. */
export const tests = '**/*.test.{ts,tsx} **/testing/** tests/** quality/**';
export const noTests = tests.replaceAll(/\S+/g, '!$&');

/** The domains, with the same names in server, contract and web; each may use those before it. */
export const domains = ['identity', 'catalogue', 'commerce', 'organisations', 'learning', 'operations', 'pages'];

/** The features of the server, as a pattern of their folders. */
export const serverFeatures = `server/{${domains}}/*`;

// Flows, jobs and the file that mounts the feature have fixed names; other files may have a prefix.
const serverWord = /^(?:.+-)?(routes|actions|store|emails|rules|columns)$|^(feature|flows|jobs)$/;
const webWord = /^(?:.+-)?(api|display|routes)$/;

const compiled = new Map<string, RegExp>();

/**
 * Whether a path matches patterns separated by spaces: at least one plain pattern and none that begins with `!`. `*`
 * matches anything but a slash, `**` anything, `{a,b}` either.
 */
export function fits(path: string, patterns: string): boolean {
  let found = false;
  for (const pattern of patterns.split(' ')) {
    const rejected = pattern.startsWith('!');
    if (toRegExp(rejected ? pattern.slice(1) : pattern).test(path)) {
      if (rejected) return false;
      found = true;
    }
  }
  return found;
}

/**
 * Returns the label of a file for the table of directions. In a feature folder the label depends on the architecture's
 * words, whether the word is a file (`store.ts`), a part of its name (`admin-store.ts`) or a folder
 * (`store/search.ts`): all three are `server/<domain>/<feature>/store`. Data counts as `rules`, a screen of the web app
 * as `screen`, any other file of a feature as `part`. A file of the demo is `demo/<name>`, without the ending. Tests
 * and all other files keep their path.
 */
export function labelOf(path: string): string {
  if (fits(path, tests)) return path;
  const [side = '', area = '', feature = '', name = ''] = path.split('/');
  if (side === 'demo') return `demo/${stem(area)}`;
  if (!['server', 'web'].includes(side) || !domains.includes(area) || name === '') return path;
  return `${side}/${area}/${feature}/${side === 'server' ? serverWordOf(name) : webWordOf(name, path)}`;
}

function serverWordOf(name: string): string {
  if (name.endsWith('.json')) return 'rules';
  const [, word, outside] = serverWord.exec(stem(name)) ?? [];
  return word ?? outside ?? 'part';
}

function webWordOf(name: string, path: string): string {
  return /(-s|S)creen$/.test(stem(path)) ? 'screen' : (webWord.exec(stem(name))?.[1] ?? 'part');
}

function stem(name: string): string {
  return name.replace(/\.\w+$/, '');
}

function toRegExp(pattern: string): RegExp {
  const known = compiled.get(pattern);
  if (known) return known;
  const source = pattern
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.split(',').join('|')})`)
    .replace(/\*\*\/|\*\*|\*/g, (stars) => (stars === '**/' ? '(?:.*/)?' : stars === '**' ? '.*' : '[^/]*'));
  const expression = new RegExp(`^${source}$`);
  compiled.set(pattern, expression);
  return expression;
}
