/** Files that prove or drive the product and are not part of it. */
export const tests = '**/*.test.{ts,tsx} **/testing/** tests/** quality/**';
export const noTests = tests.replaceAll(/\S+/g, '!$&');

/** The domains, each of which has the same name on every side; each may use those before it. */
export const domains = ['identity', 'catalogue', 'commerce', 'organisations', 'learning', 'operations', 'pages'];

/** The features of the server, as a pattern of their folders. */
export const serverFeatures = `server/{${domains}}/*`;

// Flows and jobs, which alone call outside, and the file that mounts the feature keep to these names; the others may say
// which half they are.
const serverWord = /^(?:.+-)?(routes|actions|store|emails|rules|columns)$|^(feature|flows|jobs)$/;
const webWord = /^(?:.+-)?(api|display|routes)$/;

const compiled = new Map<string, RegExp>();

/**
 * Whether a path fits a line of patterns parted by spaces: at least one plain one and none that begins with `!`.
 * `*` matches anything but a slash, `**` anything, `{a,b}` either.
 */
export function fits(path: string, patterns: string): boolean {
  let found = false;
  for (const pattern of patterns.split(' ')) {
    const refused = pattern.startsWith('!');
    if (toRegExp(refused ? pattern.slice(1) : pattern).test(path)) {
      if (refused) return false;
      found = true;
    }
  }
  return found;
}

/**
 * The name under which the table of directions speaks of a file. In a feature folder the file words of the
 * architecture count, whether they are a file (`store.ts`), a half of one (`admin-store.ts`) or a folder
 * (`store/search.ts`): all three are `server/<domain>/<feature>/store`. Data counts as `rules`, any other file of a feature
 * is a `part`. Tests and all other files keep their path.
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
