import { VisuallyHidden } from './VisuallyHidden.tsx';

type Change = { kind: 'added' | 'removed'; text: string };

export type WordsProps = {
  /** One text, the entries of a list, or what was changed in a long text. */
  words: string | readonly string[] | { changes: readonly Change[] };
};

const mostChanges = 12;
const longestChange = 280;

/** A value in words: a list as a list, a long text by what was changed in it. */
export function Words({ words }: WordsProps) {
  if (typeof words === 'string') return words;
  if ('changes' in words) return <Changes changes={words.changes} />;
  return (
    <ul className="list-disc pl-4">
      {placed(words).map(({ place, entry }) => (
        <li key={place}>{entry}</li>
      ))}
    </ul>
  );
}

function Changes({ changes }: { changes: readonly Change[] }) {
  const more = changes.length - mostChanges;
  return (
    <>
      <ul className="flex flex-col gap-1">
        {placed(changes.slice(0, mostChanges)).map(({ place, entry: { kind, text } }) => (
          <li key={place} className="border-l-2 border-border pl-2">
            <VisuallyHidden>{kind === 'added' ? 'Added: ' : 'Removed: '}</VisuallyHidden>
            {kind === 'added' ? (
              <ins className="text-foreground no-underline">{shortened(text)}</ins>
            ) : (
              <del>{shortened(text)}</del>
            )}
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="mt-1">{more === 1 ? 'One more line differs.' : `${more} more lines differ.`}</p> : null}
    </>
  );
}

/** Entries may be alike, and their order never changes: each is known by its place. */
function placed<Entry>(entries: readonly Entry[]) {
  return entries.map((entry, place) => ({ place, entry }));
}

const shortened = (text: string) => (text.length > longestChange ? `${text.slice(0, longestChange - 1)}…` : text);
