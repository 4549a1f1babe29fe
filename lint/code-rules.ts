/** Code rules that Biome cannot express; `node lint/code-rules.ts` checks them. */
import { parseSync, type Span, Visitor } from 'oxc-parser';
import { fits, noTests, serverFeatures } from './paths.ts';
import { findTranslated } from './shown-texts.ts';
import { lineAt, readSources, report, type Source, type Violation } from './sources.ts';

const pureFiles = `server/*/*/{rules.ts,*-rules.ts,rules/**} web/*/*/{display.ts,*-display.ts,display/**} ${noTests}`;

/** Texts that stay as they are when a browser translates the page (GEN-28). */
const untranslated = {
  rule: 'codes, names and addresses of people have translate="no"',
  why: "a browser's translation would change what is copied, typed or sent (GEN-28)",
  files: `web/** !web/components-page/** ${noTests}`,
};

type CodeRule = { rule: string; why: string; files: string; broken: RegExp };

/**
 * `broken` is tested on each call, comparison, `new`, property, tagged template and SQL text in the form of
 * `findCalls`.
 */
const codeRules: CodeRule[] = [
  {
    rule: 'only platform asks the time',
    why: 'now is an argument: ctx.now on the server, web/platform in the browser',
    files: `{contract,server,demo,web}/** !server/platform/clock.ts !web/{platform,public}/** ${noTests}`,
    broken: /^(new Date\(\)|Date\(\)|Date\.now)$/,
  },
  {
    rule: 'texts of requests are read by contract/text.ts',
    why: 'one rule says which characters a text keeps and how they are counted; a bare z.string() is for replies',
    files: `contract/** !contract/{text,email-shapes}.ts ${noTests}`,
    broken:
      /^z\.string\(…\)$|^z\.string\(.*\)\.\w+\(…?\)$|^z\.(email|url|httpUrl|hostname|emoji|guid|nanoid|cuid2?|ulid|base64(url)?|jwt|ipv[46]|stringFormat|templateLiteral|coerce\.string)\(/,
  },
  {
    rule: 'days and times are written by contract/dates.ts',
    why: "one formatter asks for the reader's time zone, so that mails, documents and screens say the same day",
    files: `{contract,server,web}/** !contract/{dates,time-zones}.ts !web/local-time.ts ${noTests}`,
    broken: /(^Intl\.DateTimeFormat|\.toLocale(Date|Time)String)$/,
  },
  {
    rule: 'rules and display are pure',
    why: 'the same arguments give the same answer: no clock, no chance, no world',
    files: pureFiles,
    broken:
      /^(Math\.random|(performance|crypto|process|localStorage|sessionStorage)\.\w+|(fetch|set(Timeout|Interval))\(…?\))$/,
  },
  {
    rule: 'tests draw by the seed of their run',
    why: 'SEED repeats what a failed run has drawn: tests/support/seed.ts',
    files: '{tests,quality}/** **/*.{test,e2e}.{ts,tsx}',
    broken: /^Math\.random$/,
  },
  {
    rule: 'component tests wait for the screen, not for a time',
    why: 'a busy machine needs longer: untilSettled() of tests/support/web, or fake timers',
    files: 'web/**/*.test.tsx',
    broken: /^setTimeout\(…?\)$/,
  },
  {
    rule: 'headers of a request are read in routes',
    why: 'a caller chooses them freely: in the key of a mail, a limit or a lock they would suppress what others are owed',
    files: `${serverFeatures}/** !server/*/*/{routes,*-routes,cookies}.ts !server/identity/sign-in/identity-provider.ts !server/operations/webhooks/flows/send.ts ${noTests}`,
    broken: /(\.headers|\borigin\.userAgent)$/,
  },
  {
    rule: 'keys of mails, limits, jobs and locks hold nothing that a caller chooses freely',
    why: 'by a key of their own, callers would pass a limit, or suppress what others are owed; hashedKey() counts one address or token',
    files: `server/** ${noTests}`,
    broken: /^key .*\b(body|query|headers|cookies|correlationId|userAgent)\b/s,
  },
  {
    rule: 'SQL is written in store.ts',
    why: 'each query is in one place',
    files: `{server,demo}/** !server/{platform,migrations}/** !{server/*/*,demo}/{store.ts,*-store.ts,store/**} ${noTests}`,
    broken: /(\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)|^prepared)\(…?\)$|^sql`$/,
  },
  {
    rule: 'SQL names its columns',
    why: 'PostgreSQL refuses a named statement with * once a migration has added a column: columnsOf() lists all of a table',
    files: `server/platform/{database,jobs,mail,security,files}/** server/*/*/{store.ts,*-store.ts,store/**} ${noTests}`,
    broken: /^text .*\*/,
  },
  {
    rule: 'addresses are found by address_key',
    why: "PostgreSQL's lower() makes letters of other scripts those of another person's address",
    files: `{server,demo}/** ${noTests}`,
    broken: /^text lower\(/,
  },
  {
    rule: 'parts load by lazyPart or lazyDialog',
    why: 'after an upgrade a part whose file is gone loads the page anew once, instead of failing for ever',
    files: `web/** ${noTests}`,
    broken: /^(React\.)?lazy\(…?\)$/,
  },
  {
    rule: 'the server is called for a change by useAction',
    why: 'web/platform/action.ts sends one call at a double click, and shows failures in one way',
    files: `web/** !web/platform/action.ts ${noTests}`,
    broken: /^imports useMutation$|\.useMutation\(…?\)$/,
  },
  {
    rule: 'screens decide by codes, not by sentences',
    why: 'a sentence may be reworded at any time (SAFE-03)',
    files: `web/** ${noTests}`,
    broken:
      /^(=|searches) .*['"`][^'"`]*[A-Za-z]{2,} [a-z]{2,}[^'"`]*['"`]|^(= |searches )\S*\.(reason|message|serverMessage)\b.* ['"`]\w/,
  },
];

/**
 * Reports violations of the rules above, shown texts that a browser would translate (GEN-28), folders that are too
 * deep, and .tsx files of server and contract.
 */
export function checkCodeRules(sources: readonly Source[]): Violation[] {
  return sources.flatMap((source) => [...checkPath(source.path), ...checkText(source)]);
}

function checkPath(path: string): Violation[] {
  const found = (rule: string, why: string) => ({ path, line: 1, subject: 'is out of place', rule, why });
  return [
    ...(path.split('/').length > 5
      ? [found('folders are at most four deep', 'a reader guesses where a thing lives')]
      : []),
    ...(/^(server|contract)\/.*\.tsx$/.test(path) ? [found('no .tsx beside the server', 'Node cannot run it')] : []),
  ];
}

function checkText(source: Source): Violation[] {
  const rules = codeRules.filter(({ files }) => fits(source.path, files));
  if (rules.length === 0) return [];
  const { files, ...found } = untranslated;
  const shown = source.path.endsWith('.tsx') && fits(source.path, files) ? findTranslated(source) : [];
  const translated = shown.map(({ start, shows }) => ({
    path: source.path,
    line: lineAt(source.text, start),
    subject: `shows a translated ${shows}`,
    ...found,
  }));
  const broken = findCalls(source).flatMap(({ text, start }) =>
    rules
      .filter(({ broken }) => broken.test(text))
      .map(({ rule, why }) => ({
        path: source.path,
        line: lineAt(source.text, start),
        subject: `says ${text}`,
        rule,
        why,
      })),
  );
  return [...translated, ...broken];
}

/** Matches `select *`, `returning *` and `alias.*`, but not `count(*)`. */
const allColumns = /\b(select|returning)\s+\*|(?<![\w*/])[a-z_]+\.\*(?=[\s,]|$)/g;

/** Matches an email address that SQL converts to lower case by the database's collation. */
const loweredAddress = /\blower\((\w+\.)?(email|recipient)\)/g;

/** A method of a limiter whose second argument is a key. */
const counting = /\blimiter\.(take|takeWhole|check|record|count|giveBack|clear)$/i;

/** Returns code without what `hashedKey` takes: the hash of one address or token, which is what such a limit is for. */
function withoutHashed(code: string): string {
  const start = code.indexOf('hashedKey(');
  if (start === -1) return code;
  let end = start + 'hashedKey('.length;
  for (let depth = 1; depth > 0 && end < code.length; end += 1) {
    if (code[end] === '(') depth += 1;
    if (code[end] === ')') depth -= 1;
  }
  return `${code.slice(0, start)}${withoutHashed(code.slice(end))}`;
}

const searching = /\.(includes|startsWith|endsWith|indexOf|match|search)$/;

/**
 * Returns a file's operations in short form: `Date.now`, `new Date()`, `fetch(…)`, `sql` with a backtick. `= a b`
 * compares `a` and `b`, `searches a b` searches `a` for `b`, `key a` makes `a` the key of a mail, a limit, a job or a
 * lock. `text select *` is SQL that names no columns, `text lower(email)` SQL that lowers an address. `imports a` takes
 * `a` from another module.
 */
function findCalls({ path, text }: Source): { text: string; start: number }[] {
  const found: { text: string; start: number }[] = [];
  const add = (node: Span, named: Span, rest: string, before = '') => {
    const name = text.slice(named.start, named.end).replaceAll(/\s/g, '');
    found.push({ text: `${before}${name}${rest}`, start: node.start });
  };
  const at = ({ start, end }: Span) => text.slice(start, end);
  const pair = (verb: string, node: Span, one: Span, other: Span) =>
    found.push({ text: `${verb} ${at(one)} ${at(other)}`, start: node.start });
  const addText = ({ start }: Span, value: unknown) => {
    if (typeof value !== 'string') return;
    for (const [part] of [...value.matchAll(allColumns), ...value.matchAll(loweredAddress)])
      found.push({ text: `text ${part.replaceAll(/\s+/g, ' ')}`, start });
  };
  const addKey = (node: Span) => found.push({ text: `key ${withoutHashed(at(node))}`, start: node.start });
  const brackets = (node: { arguments: unknown[] }) => (node.arguments.length === 0 ? '()' : '(…)');
  new Visitor({
    BinaryExpression: (node) => {
      if (node.operator.includes('==')) pair('=', node, node.left, node.right);
    },
    SwitchStatement: (node) => {
      for (const { test } of node.cases) if (test) pair('=', test, node.discriminant, test);
    },
    CallExpression: (node) => {
      add(node, node.callee, brackets(node));
      const [sought] = node.arguments;
      if (sought && searching.test(at(node.callee))) pair('searches', node, node.callee, sought);
      const [, key] = node.arguments;
      if (key && counting.test(at(node.callee))) addKey(key);
    },
    NewExpression: (node) => add(node, node.callee, brackets(node), 'new '),
    MemberExpression: (node) => add(node, node, ''),
    ImportSpecifier: (node) => found.push({ text: `imports ${at(node.imported)}`, start: node.start }),
    Literal: (node) => addText(node, node.value),
    TemplateElement: (node) => addText(node, node.value.raw),
    Property: (node) => {
      if (at(node.key) === 'key') addKey(node.value);
    },
    VariableDeclarator: (node) => {
      if (at(node.id) === 'key' && node.init) addKey(node.init);
    },
    TaggedTemplateExpression: (node) => {
      add(node, node.tag, '`');
      if (at(node.quasi).includes('advisory')) for (const key of node.quasi.expressions) addKey(key);
    },
  }).visit(parseSync(path, text).program);
  return found;
}

if (import.meta.main) report('code rules', checkCodeRules(readSources(process.cwd())));
