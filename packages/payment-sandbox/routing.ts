import type { Operation } from './context.ts';

export type FoundOperation = { operation: Operation; path: Record<string, string> };

/** Finds the operation of a call, and the ids in its path. A fixed segment wins over an id. */
export function findOperation(
  operations: readonly Operation[],
  method: string,
  path: string,
): FoundOperation | undefined {
  const segments = path.split('/');
  let best: FoundOperation | undefined;
  for (const operation of operations) {
    if (operation.method !== method.toLowerCase()) continue;
    const ids = matchPath(operation.path.split('/'), segments);
    if (ids && (!best || Object.keys(ids).length < Object.keys(best.path).length)) best = { operation, path: ids };
  }
  return best;
}

function matchPath(template: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined;
  const ids: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith('{') && segment !== '') ids[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return ids;
}
