/** A line that only one of two texts has. */
export type ChangedLine = { kind: 'added' | 'removed'; text: string };

/** Beyond this many pairs of lines everything counts as changed: nobody reads such a difference line by line. */
const mostPairs = 1_000_000;

/** What to take out of one text and put in to get the other, line by line; what both have is left out. */
export function changedLines(before: readonly string[], after: readonly string[]): ChangedLine[] {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let [beforeEnd, afterEnd] = [before.length, after.length];
  while (beforeEnd > start && afterEnd > start && before[beforeEnd - 1] === after[afterEnd - 1]) {
    beforeEnd -= 1;
    afterEnd -= 1;
  }
  return difference(before.slice(start, beforeEnd), after.slice(start, afterEnd));
}

function difference(before: readonly string[], after: readonly string[]): ChangedLine[] {
  const changed: ChangedLine[] = [];
  const lengths = commonLengths(before, after);
  let [left, right] = [0, 0];
  while (left < before.length || right < after.length) {
    const [removed, added] = [before[left], after[right]];
    if (lengths && removed !== undefined && removed === added) {
      left += 1;
      right += 1;
    } else if (removed !== undefined && (added === undefined || !lengths || keeps(lengths, left + 1, right, left))) {
      changed.push({ kind: 'removed', text: removed });
      left += 1;
    } else {
      changed.push({ kind: 'added', text: added ?? '' });
      right += 1;
    }
  }
  return changed;
}

/** Whether leaving the line of the first text out loses no common line. */
function keeps(lengths: readonly Uint32Array[], left: number, right: number, now: number): boolean {
  return (lengths[left]?.[right] ?? 0) >= (lengths[now]?.[right + 1] ?? 0);
}

/** For each pair of places how many lines both texts have in common from there on; null where that is too much. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array[] | null {
  if (before.length * after.length > mostPairs) return null;
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let left = before.length - 1; left >= 0; left -= 1) {
    const [here, below] = [lengths[left], lengths[left + 1]];
    if (!here || !below) continue;
    for (let right = after.length - 1; right >= 0; right -= 1) {
      here[right] =
        before[left] === after[right] ? (below[right + 1] ?? 0) + 1 : Math.max(below[right] ?? 0, here[right + 1] ?? 0);
    }
  }
  return lengths;
}
