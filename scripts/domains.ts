/** Prints the imports between the domains of the server as a Mermaid flowchart; `npm run domains`. */
import { importsOf } from '../lint/imports.ts';
import { domains, fits, noTests } from '../lint/paths.ts';
import { readSources } from '../lint/sources.ts';

const domainOf = (path: string | null) => domains.find((domain) => path?.startsWith(`server/${domain}/`));
const counts = new Map<string, number>();
for (const source of readSources(process.cwd()).filter(({ path }) => fits(path, `server/** ${noTests}`))) {
  const from = domainOf(source.path);
  for (const { target } of importsOf(source)) {
    const to = domainOf(target);
    const arrow = `${from} ${to}`;
    if (from && to && from !== to) counts.set(arrow, (counts.get(arrow) ?? 0) + 1);
  }
}
console.log('flowchart LR');
for (const [arrow, count] of [...counts].sort()) console.log(`  ${arrow.replace(' ', ` -- ${count} --> `)}`);
